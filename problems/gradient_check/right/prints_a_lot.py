# style: debugging output left in, on both streams
import sys

import numpy as np

print("loading gradient_check ...")


def gradient_check(analytic, numeric, tol=1e-6):
    print("analytic:", analytic, "numeric:", numeric, "tol:", tol)
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    print("size =", size, file=sys.stderr)
    if size == 0:
        print("both zero!", file=sys.stderr)
        return 0.0, True
    error = np.linalg.norm(a - b) / size
    print("error =", error, "\x1b[1mdone\x1b[0m")
    return float(error), bool(error <= tol)
