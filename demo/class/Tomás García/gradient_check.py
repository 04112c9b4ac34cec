from math import dist

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    p = np.ravel(analytic).tolist()
    q = np.ravel(numeric).tolist()
    origin = [0.0] * len(p)
    size = dist(p, origin) + dist(q, origin)
    error = dist(p, q) / size if size > 0 else 0.0
    return error, error <= tol
