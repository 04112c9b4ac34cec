import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    size = np.linalg.norm(analytic) + np.linalg.norm(numeric)
    if size == 0:
        return 0.0, True
    error = np.linalg.norm(analytic - numeric) / size
    return error, error <= tol
