# loses: agreement, sign_flip, scale, tolerance
# message: np.asarray does not copy an array of floats, so your in-place subtraction
#   changes the caller's gradient.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    a -= b
    error = np.linalg.norm(a) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
