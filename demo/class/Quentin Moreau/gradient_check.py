import math

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(analytic).tolist()
    b = np.ravel(numeric).tolist()

    la = math.sqrt(math.fsum(x * x for x in a))
    lb = math.sqrt(math.fsum(x * x for x in b))
    ld = math.sqrt(math.fsum((x - y) ** 2 for x, y in zip(a, b)))

    error = ld / (la + lb) if la + lb else 0.0
    ok = error <= tol
    return error, ok
