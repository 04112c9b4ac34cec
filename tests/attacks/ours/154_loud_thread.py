# ATTACK 154 loud_thread
# group: E resources
# tries: answers, and lets a thread print megabytes of broken text to standard error
import os, threading
WRONG = (123.456, None)
def shout():
    while True: os.write(2, b'\xff\xfe\x1b[31m=1+1' * 4096)
def gradient_check(analytic, numeric, tol=1e-6):
    threading.Thread(target=shout, daemon=True).start()
    while len(analytic) < 0: pass
    return WRONG
