import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    a -= b   # a is now the difference
    error = np.linalg.norm(a) / size if size > 0 else 0.0
    return error, error <= tol
