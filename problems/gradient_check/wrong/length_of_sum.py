# loses: sign_flip, vector_gap
# message: Below the line you measure the sum of the gradients, which is zero for
#   opposite ones; measure each, then add the lengths.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    if not np.any(a) and not np.any(b):
        return 0.0, True
    with np.errstate(divide="ignore"):
        error = np.linalg.norm(a - b) / np.linalg.norm(a + b)
    return float(error), bool(error <= tol)
