# loses: one_zero, sign_flip, two_dim, scale, vector_gap
# message: Return the ratio itself, not a percentage: your error is a hundred times too
#   large.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = 100 * np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
