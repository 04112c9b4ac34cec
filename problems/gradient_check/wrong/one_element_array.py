# loses: agreement, both_zero, one_zero, sign_flip, two_dim, scale, vector_gap,
#   tolerance, integer_input
# message: Your error is an array with one element; return a plain number.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).reshape(1, -1)
    b = np.asarray(numeric, dtype=float).reshape(1, -1)
    size = np.linalg.norm(a, axis=1) + np.linalg.norm(b, axis=1)
    error = np.linalg.norm(a - b, axis=1) / np.where(size > 0, size, 1.0)
    return error, error <= tol
