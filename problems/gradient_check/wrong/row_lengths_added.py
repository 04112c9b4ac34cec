# loses: two_dim
# message: You add the lengths of the rows; add the squares of all entries instead, and
#   take one root at the end.
import numpy as np


def length(x):
    return np.sqrt(np.sum(np.atleast_2d(x) ** 2, axis=1)).sum()


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = length(a) + length(b)
    error = length(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
