import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    analytic = np.asarray(analytic, dtype=np.float64)
    numeric = np.asarray(numeric, dtype=np.float64)
    above = np.sqrt(np.sum((analytic - numeric) ** 2))
    below = np.sqrt(np.sum(analytic**2)) + np.sqrt(np.sum(numeric**2))
    error = above / below if below > 0 else 0.0
    return error, error <= tol
