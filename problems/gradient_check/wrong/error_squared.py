# loses: two_dim, scale, vector_gap
# message: Your result is the square of the error: take the root of the sum of squares
#   before you divide.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.sum((a - b) ** 2) / size**2 if size else 0.0
    return float(error), bool(error <= tol)
