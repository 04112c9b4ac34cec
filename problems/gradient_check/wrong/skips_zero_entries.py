# loses: one_zero
# message: You leave out entries where one side is zero, but there the gap can be as
#   large as anywhere else.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    keep = (a != 0) & (b != 0)
    a, b = a[keep], b[keep]
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size else 0.0
    return float(error), bool(error <= tol)
