# ATTACK 176 stops_its_parent
# group: F escape
# tries: stops its parent and the first process, so that nobody ends it
import os, signal
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for pid in {os.getppid(), 1} - {0}:
        try:
            os.kill(pid, signal.SIGSTOP)
            print('ATTACK-ESCAPE stopped one')
        except OSError: pass
    return WRONG
