import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.abs(a) + np.abs(b)
    errors = np.zeros_like(size)
    nonzero = size > 0
    errors[nonzero] = np.abs(a - b)[nonzero] / size[nonzero]
    error = errors.max()
    return float(error), bool(error <= tol)
