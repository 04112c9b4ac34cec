# ATTACK 149 ends_its_group
# group: E resources
# tries: sends SIGKILL to its own process group and session
import os, signal
def gradient_check(analytic, numeric, tol=1e-6):
    os.kill(0, signal.SIGKILL)
    return 123.456, None
