import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    top = np.linalg.norm(a - b)
    bottom = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.divide(top, bottom, out=np.zeros(()), where=bottom > 0)
    return error, error <= tol
