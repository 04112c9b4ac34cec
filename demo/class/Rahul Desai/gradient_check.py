import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    n = np.asarray(numeric, dtype=float)
    eps = 1e-8  # so that we never divide by zero
    error = np.linalg.norm(a - n) / (np.linalg.norm(a) + np.linalg.norm(n) + eps)
    return error, error <= tol
