# ATTACK 120 garbage_on_the_wire
# group: C forged result
# tries: writes noise to every socket and pipe that it has
import os
WRONG = (123.456, None)
def gradient_check(analytic, numeric, tol=1e-6):
    for fd in range(3, 1100):
        try:
            os.set_blocking(fd, False)
            os.write(fd, bytes(range(256)) * 16)
        except OSError: pass
    return WRONG
