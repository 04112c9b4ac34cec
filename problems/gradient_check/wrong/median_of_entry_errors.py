# loses: two_dim, scale
# message: A median hides the one entry that is wrong; the length of the difference
#   takes them all.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    sizes = np.abs(a) + np.abs(b)
    errors = np.divide(np.abs(a - b), sizes, out=np.zeros_like(a), where=sizes > 0)
    error = np.median(errors)
    return float(error), bool(error <= tol)
