import numpy as np
from numpy.linalg import norm


def gradient_check(analytic, numeric, tol=1e-6):
    A = np.array(analytic, dtype=float)
    N = np.array(numeric, dtype=float)
    # norm() without ord is the Frobenius norm for matrices, I looked it up
    denominator = norm(A) + norm(N)
    if denominator == 0:
        return 0.0, True
    error = norm(A - N) / denominator
    return error, error <= tol
