# loses: tolerance
# message: To save the square root you compare squares, but then tol must be squared as
#   well.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    gap_squared = np.sum((a - b) ** 2)
    size = np.sqrt(np.sum(a**2)) + np.sqrt(np.sum(b**2))
    if size == 0:
        return 0.0, True
    ok = gap_squared <= tol * size**2
    return float(np.sqrt(gap_squared) / size), bool(ok)
