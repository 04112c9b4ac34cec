# loses: sign_flip, two_dim, scale, vector_gap
# message: The denominator is the sum of the two lengths, not the larger one; yours
#   gives up to twice the error.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    larger = max(np.linalg.norm(a), np.linalg.norm(b))
    error = np.linalg.norm(a - b) / larger if larger > 0 else 0.0
    return float(error), bool(error <= tol)
