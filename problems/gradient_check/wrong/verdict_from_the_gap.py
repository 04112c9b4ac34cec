# loses: scale, tolerance
# message: Your error is right, but the verdict looks at the absolute gap; compare the
#   relative error with tol.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    gap = np.linalg.norm(a - b)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = gap / size if size > 0 else 0.0
    return float(error), bool(gap <= tol)
