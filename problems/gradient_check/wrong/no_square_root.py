# loses: sign_flip, two_dim, scale, vector_gap
# message: The sum of the squares is the length squared; the square root is missing.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(analytic).astype(float)
    b = np.ravel(numeric).astype(float)
    size = a @ a + b @ b
    if size == 0:
        return 0.0, True
    error = (a - b) @ (a - b) / size
    return float(error), bool(error <= tol)
