# loses: both_zero
# message: You saw the case of two zero gradients, but an error of 0.0 is at most any
#   tolerance, so they agree.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(np.asarray(analytic, dtype=float))
    b = np.ravel(np.asarray(numeric, dtype=float))
    size = np.linalg.norm(a) + np.linalg.norm(b)
    if size == 0.0:
        return 0.0, False
    error = np.linalg.norm(a - b) / size
    return float(error), bool(error <= tol)
