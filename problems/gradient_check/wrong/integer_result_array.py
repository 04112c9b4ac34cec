# loses: integer_input
# message: zeros_like of whole numbers is an array of whole numbers, and it drops the
#   fraction of everything you store in it.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic)
    b = np.asarray(numeric)
    gap = np.zeros_like(a)
    gap[...] = a - b
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(gap) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
