# loses: one_zero, scale
# message: A denominator of at least 1 turns the relative error of small gradients into
#   an absolute one.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = max(1.0, np.linalg.norm(a) + np.linalg.norm(b))
    error = np.linalg.norm(a - b) / size
    return float(error), bool(error <= tol)
