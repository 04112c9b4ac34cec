import math

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).ravel()
    b = np.asarray(numeric, dtype=float).ravel()
    size = math.hypot(*a) + math.hypot(*b)
    error = float(math.hypot(*(a - b)) / size) if size else 0.0
    return f"{error:.6g}", int(error <= tol)
