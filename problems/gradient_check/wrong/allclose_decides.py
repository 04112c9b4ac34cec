# loses: one_zero, tolerance, scale, integer_input
# message: np.allclose has a formula of its own, with an absolute part; the verdict here
#   is your error compared with tol.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size else 0.0
    return float(error), np.allclose(a, b, atol=tol)
