# style: a length is the distance to the origin, so math.dist does it all
import math

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    p = np.ravel(analytic).tolist()
    q = np.ravel(numeric).tolist()
    origin = [0] * len(p)
    size = math.dist(p, origin) + math.dist(q, origin)
    error = math.dist(p, q) / (size or 1.0)
    return error, error <= tol
