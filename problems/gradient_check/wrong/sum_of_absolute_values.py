# loses: two_dim, vector_gap
# message: You add absolute values; the Euclidean length adds squares and takes the root
#   of the sum.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.abs(a).sum() + np.abs(b).sum()
    if size == 0:
        return 0.0, True
    error = np.abs(a - b).sum() / size
    return float(error), bool(error <= tol)
