# loses: integer_input
# message: An array of whole numbers is a gradient like any other; convert it instead of
#   refusing it.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a, b = np.asarray(analytic), np.asarray(numeric)
    if a.dtype != float or b.dtype != float:
        raise TypeError("gradients must be float64")
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
