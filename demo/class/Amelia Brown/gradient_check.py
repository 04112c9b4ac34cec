import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    biggest = max(np.abs(a).max(), np.abs(b).max())
    if biggest == 0:
        return 0.0, True
    # the error does not change if both are divided by the same number
    a, b = a / biggest, b / biggest
    error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    return float(error), bool(error <= tol)
