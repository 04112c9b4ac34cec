# loses: agreement, scale
# message: A column minus a row gives a whole table of differences; the gap needs only
#   entry i minus entry i.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).reshape(-1, 1)
    b = np.asarray(numeric, dtype=float).reshape(1, -1)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
