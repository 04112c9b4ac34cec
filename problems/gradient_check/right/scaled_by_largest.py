# style: divides by the largest entry first, safe from overflow and underflow
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    both = np.stack([np.ravel(analytic), np.ravel(numeric)]).astype(float)
    largest = np.max(np.abs(both))
    if largest == 0.0:
        return 0.0, True
    a, b = both / largest
    error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    return float(error), bool(error <= tol)
