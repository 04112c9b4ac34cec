# loses: two_dim
# message: You take one error per row and keep the worst; a matrix counts as one long
#   vector.
import numpy as np


def row_error(a, b):
    size = np.linalg.norm(a) + np.linalg.norm(b)
    return np.linalg.norm(a - b) / size if size > 0 else 0.0


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.atleast_2d(np.asarray(analytic, dtype=float))
    b = np.atleast_2d(np.asarray(numeric, dtype=float))
    error = max(row_error(x, y) for x, y in zip(a, b))
    return float(error), bool(error <= tol)
