import numpy as np


def norm2(v):
    return np.vdot(v, v) ** 0.5


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    gap, size = norm2(a - b), norm2(a) + norm2(b)
    error = gap / size if size else 0.0
    return float(error), bool(error <= tol)
