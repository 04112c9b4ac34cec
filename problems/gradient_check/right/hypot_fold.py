# style: folds np.hypot over the entries
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(np.asarray(analytic, dtype=float))
    b = np.ravel(np.asarray(numeric, dtype=float))
    la, lb = np.hypot.reduce(a), np.hypot.reduce(b)
    if la == lb == 0:
        return 0.0, True
    error = np.hypot.reduce(a - b) / (la + lb)
    return error, error <= tol
