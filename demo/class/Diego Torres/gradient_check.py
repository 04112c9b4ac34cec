import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.atleast_2d(np.asarray(analytic, dtype=float))
    b = np.atleast_2d(np.asarray(numeric, dtype=float))
    frob = lambda m: np.linalg.norm(m, "fro")
    denom = frob(a) + frob(b)
    error = frob(a - b) / denom if denom != 0 else 0.0
    return error, not error > tol
