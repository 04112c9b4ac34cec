# loses: vector_gap, sign_flip
# message: .sort() works in place: it reorders the caller's gradient, and entry i no
#   longer meets entry i.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    analytic.sort()
    numeric.sort()
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
