# loses: one_zero, sign_flip, vector_gap, scale
# message: A cosine compares directions only; a gradient that is twice too long would
#   pass.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(np.asarray(analytic, dtype=float))
    b = np.ravel(np.asarray(numeric, dtype=float))
    if not a.any() and not b.any():
        return 0.0, True
    with np.errstate(invalid="ignore", divide="ignore"):
        error = 1.0 - (a @ b) / (np.linalg.norm(a) * np.linalg.norm(b))
    return float(error), bool(error <= tol)
