# loses: two_dim, scale, vector_gap
# message: You report the worst single entry; the error here compares the lengths of
#   whole vectors.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(analytic).tolist()
    b = np.ravel(numeric).tolist()
    error = 0.0
    for x, y in zip(a, b):
        if x != y:
            error = max(error, abs(x - y) / max(abs(x), abs(y)))
    return error, error <= tol
