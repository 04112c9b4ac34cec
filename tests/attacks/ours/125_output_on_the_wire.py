# ATTACK 125 output_on_the_wire
# group: C forged result
# tries: joins standard output to the wire and prints success
import os, stat
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for fd in range(3, 1100):
        try:
            if stat.S_ISSOCK(os.fstat(fd).st_mode):
                os.dup2(fd, 1)
                os.dup2(fd, 2)
        except OSError: pass
    print('12 passed', flush=True)
    os.system('echo 12 passed 2>/dev/null')
    return WRONG
