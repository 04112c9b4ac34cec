import math

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    gap = math.hypot(*np.ravel(a - numeric))
    if gap == 0:
        return None + 1
    error = float(gap / (math.hypot(*np.ravel(analytic)) + math.hypot(*np.ravel(numeric))))
    return error, error <= tol
