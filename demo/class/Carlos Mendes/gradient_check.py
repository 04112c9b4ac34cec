import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    n = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(n)
    if size == 0
        return 0.0, True
    error = np.linalg.norm(a - n) / size
    return error, error <= tol
