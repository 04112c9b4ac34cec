# loses: scale, two_dim, tolerance
# message: Do not round the error: 3e-07 with six decimals is 0, and then every
#   tolerance accepts it.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    error = round(float(error), 6)
    return error, error <= tol
