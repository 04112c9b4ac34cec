# loses: both_zero
# message: Two all-zero gradients are equal, and equal gradients have error 0, not 1.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 1.0
    return float(error), bool(error <= tol)
