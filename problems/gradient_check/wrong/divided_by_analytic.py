# loses: one_zero, sign_flip, scale
# message: You divide by the length of one gradient only; swap the two and the answer
#   changes, and a zero gradient breaks it.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    gap = np.linalg.norm(a - b)
    if gap == 0:
        return 0.0, True
    error = gap / np.linalg.norm(a)
    return float(error), bool(error <= tol)
