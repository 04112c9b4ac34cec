# loses: integer_input, scale, two_dim
# message: int() cuts off everything behind the point, and in a gradient that is often
#   all there is.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array([int(x) for x in np.ravel(analytic)])
    b = np.array([int(x) for x in np.ravel(numeric)])
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
