# loses: one_zero, tolerance
# message: If only one of the gradients is zero they do not agree; the special case is
#   for both of them.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).flatten()
    b = np.asarray(numeric, dtype=float).flatten()
    la, lb = np.linalg.norm(a), np.linalg.norm(b)
    if la == 0 or lb == 0:
        return 0.0, True
    error = np.linalg.norm(a - b) / (la + lb)
    return float(error), bool(error <= tol)
