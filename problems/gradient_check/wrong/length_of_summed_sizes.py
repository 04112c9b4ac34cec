# loses: two_dim, vector_gap
# message: You add the absolute entries and measure once; that is shorter than the sum
#   of two lengths unless the gradients are parallel.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(np.abs(a) + np.abs(b))
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
