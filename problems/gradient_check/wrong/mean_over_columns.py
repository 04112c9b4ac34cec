# loses: two_dim
# message: You average one error per column; a matrix counts as one long vector.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a, axis=0) + np.linalg.norm(b, axis=0)
    gap = np.linalg.norm(a - b, axis=0)
    error = np.mean(np.where(size > 0, gap / np.where(size > 0, size, 1.0), 0.0))
    return float(error), bool(error <= tol)
