import numpy as np

from my_helpers import l2_norm


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = l2_norm(a) + l2_norm(b)
    error = l2_norm(a - b) / size if size > 0 else 0.0
    return error, error <= tol
