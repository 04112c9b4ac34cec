# ATTACK 148 stops_itself
# group: E resources
# tries: stops itself with SIGSTOP, so that it neither answers nor dies
import os, signal
def gradient_check(analytic, numeric, tol=1e-6):
    os.kill(os.getpid(), signal.SIGSTOP)
    signal.raise_signal(signal.SIGTSTP)
    return 123.456, None
