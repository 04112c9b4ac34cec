# loses: tolerance
# message: "At most tol" includes tol itself: an error equal to the tolerance is
#   accepted.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).reshape(-1)
    b = np.asarray(numeric, dtype=float).reshape(-1)
    size = np.sqrt(a @ a) + np.sqrt(b @ b)
    if size == 0:
        return 0.0, True
    gap = a - b
    error = np.sqrt(gap @ gap) / size
    return float(error), bool(error < tol)
