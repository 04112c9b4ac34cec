# ATTACK 163 forking_without_rest
# group: F persistence
# tries: forks a child that forks a child and ends, so that its number changes all the time
import ctypes, os, time
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    try: pid = os.fork()
    except OSError: return WRONG
    if pid == 0:
        ctypes.CDLL(None).prctl(15, b'atk163', 0, 0, 0)
        os.setsid()
        end = time.monotonic() + 8
        while time.monotonic() < end:
            try:
                if os.fork(): os._exit(0)
            except OSError: pass
            time.sleep(0.002)
        os._exit(0)
    print('ATTACK-ESCAPE forked')
    return WRONG
