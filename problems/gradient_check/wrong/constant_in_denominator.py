# loses: one_zero, scale
# message: Adding 1e-8 below the line is not harmless: for gradients of about that size
#   it changes the error.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b) + 1e-8)
    return float(error), bool(error <= tol)
