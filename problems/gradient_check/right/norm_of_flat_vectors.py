# style: flattens both inputs and calls np.linalg.norm three times
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic, dtype=float).flatten()
    b = np.array(numeric, dtype=float).flatten()
    size = np.linalg.norm(a) + np.linalg.norm(b)
    if size == 0:
        return 0.0, True
    error = np.linalg.norm(a - b) / size
    return float(error), bool(error <= tol)
