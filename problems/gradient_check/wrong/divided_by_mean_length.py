# loses: one_zero, sign_flip, scale
# message: You divide by the mean of the two lengths; their sum is twice that, so your
#   error is twice too large.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    mean = (np.linalg.norm(a) + np.linalg.norm(b)) / 2
    error = np.linalg.norm(a - b) / mean if mean > 0 else 0.0
    return float(error), bool(error <= tol)
