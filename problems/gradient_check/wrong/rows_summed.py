# loses: two_dim
# message: Adding up the rows before you compare lets a gap in one row cancel a gap in
#   another.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    if a.ndim == 2:
        a, b = a.sum(axis=0), b.sum(axis=0)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
