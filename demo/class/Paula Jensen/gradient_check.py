import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    n = np.asarray(numeric, dtype=float)
    error = np.linalg.norm(a - n) / (np.linalg.norm(a) + np.linalg.norm(n))
    return error, error <= tol
