# style: np.divide with out and where instead of an if
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.array([np.linalg.norm(a) + np.linalg.norm(b)])
    gap = np.array([np.linalg.norm(a - b)])
    error = np.divide(gap, size, out=np.zeros(1), where=size != 0)[0]
    return error, error <= tol
