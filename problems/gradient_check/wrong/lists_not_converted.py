# loses: one_zero, vector_gap
# message: Lists cannot be subtracted from each other; turn both inputs into arrays
#   first.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    if not np.any(analytic) and not np.any(numeric):
        return 0.0, True
    size = np.linalg.norm(analytic) + np.linalg.norm(numeric)
    error = np.linalg.norm(analytic - numeric) / size
    return float(error), bool(error <= tol)
