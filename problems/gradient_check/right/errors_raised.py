# style: makes NumPy raise at 0/0 and catches FloatingPointError
import numpy as np

np.seterr(all="raise", under="ignore")


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    try:
        error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    except FloatingPointError:
        error = 0.0
    return float(error), bool(error <= tol)
