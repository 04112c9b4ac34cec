# style: equal arrays are answered at once, which covers two zero gradients
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    if np.array_equal(analytic, numeric):
        return 0.0, True
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    return float(error), bool(error <= tol)
