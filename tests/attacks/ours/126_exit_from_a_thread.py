# ATTACK 126 exit_from_a_thread
# group: C forged result
# tries: ends the process from a thread with code 0 just after the answer
import os, threading, time
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    threading.Thread(target=lambda: (time.sleep(0.001), os._exit(0)), daemon=True).start()
    return WRONG
