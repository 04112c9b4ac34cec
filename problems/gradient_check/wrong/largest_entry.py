# loses: two_dim, vector_gap, scale
# message: You look at the largest entry only; a length takes every entry.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.max(np.abs(a)) + np.max(np.abs(b))
    error = np.max(np.abs(a - b)) / size if size != 0 else 0.0
    return float(error), bool(error <= tol)
