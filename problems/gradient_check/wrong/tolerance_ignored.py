# loses: tolerance
# message: You compare with a fixed 1e-6, so the tolerance that the caller gives changes
#   nothing.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    if size == 0:
        return 0.0, True
    error = np.linalg.norm(a - b) / size
    return float(error), bool(error <= 1e-6)
