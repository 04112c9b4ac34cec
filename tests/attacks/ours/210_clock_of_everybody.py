# ATTACK 210 clock_of_everybody
# group: G clocks
# tries: sets the clock, a timer of its parent and the slack of timers
import ctypes, os, signal, time
WRONG = (123.456, None)
libc = ctypes.CDLL(None, use_errno=True)
def gradient_check(analytic, numeric, tol=1e-6):
    libc.prctl(29, 10**9, 0, 0, 0)
    signal.setitimer(signal.ITIMER_REAL, 0.01)
    time.sleep = lambda *_: None
    libc.alarm(0)
    return WRONG
