# loses: sign_flip
# message: You drop the signs before you subtract, so a gradient and its negative look
#   equal.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.abs(np.asarray(analytic, dtype=float))
    b = np.abs(np.asarray(numeric, dtype=float))
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
