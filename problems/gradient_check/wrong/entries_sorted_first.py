# loses: vector_gap
# message: You sort the entries, but entry i of one gradient belongs to entry i of the
#   other.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.sort(np.ravel(np.asarray(analytic, dtype=float)))
    b = np.sort(np.ravel(np.asarray(numeric, dtype=float)))
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
