# style: the length of a matrix from all of its singular values
import numpy as np


def length(m):
    sigma = np.linalg.svd(np.atleast_2d(m), compute_uv=False)
    return float(np.sum(sigma**2)) ** 0.5


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = length(a) + length(b)
    error = 0.0 if size == 0 else length(a - b) / size
    return error, error <= tol
