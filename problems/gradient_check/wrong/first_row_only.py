# loses: two_dim
# message: Only the first row of a matrix is compared; every entry counts.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.atleast_2d(np.asarray(analytic, dtype=float))[0]
    b = np.atleast_2d(np.asarray(numeric, dtype=float))[0]
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
