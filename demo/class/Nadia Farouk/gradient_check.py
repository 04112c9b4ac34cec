import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    s = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / s if s > 0 else 0.0
    ok = 1 if error <= tol else 0
    return error, ok
