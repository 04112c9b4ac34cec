# loses: tolerance
# message: The error is relative already, so the tolerance need not be multiplied by the
#   size of a gradient once more.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    lb = np.linalg.norm(b)
    size = np.linalg.norm(a) + lb
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol * lb)
