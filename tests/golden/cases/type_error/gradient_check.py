import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    gap = np.linalg.norm(a - numeric)
    if gap == 0:
        return None + 1
    error = float(gap / (np.linalg.norm(analytic) + np.linalg.norm(numeric)))
    return error, error <= tol
