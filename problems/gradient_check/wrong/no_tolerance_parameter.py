# loses: tolerance
# message: The caller may give a tolerance of their own, so your function needs a third
#   parameter.
import numpy as np

TOL = 1e-6


def gradient_check(analytic, numeric):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= TOL)
