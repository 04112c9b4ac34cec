# loses: two_dim
# message: For a matrix, np.linalg.norm with ord=2 is the largest singular value, not
#   the length of all entries.
import numpy as np


def length(x):
    return np.linalg.norm(x, ord=2)


def gradient_check(analytic, numeric, tol=1e-6):
    analytic = np.asarray(analytic, dtype=float)
    numeric = np.asarray(numeric, dtype=float)
    size = length(analytic) + length(numeric)
    error = length(analytic - numeric) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
