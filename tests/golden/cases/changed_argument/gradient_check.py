import math

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    if isinstance(analytic, list):
        analytic, numeric = np.array(analytic, float), np.array(numeric, float)
    size = math.hypot(*np.ravel(analytic)) + math.hypot(*np.ravel(numeric))
    analytic -= numeric
    error = float(math.hypot(*np.ravel(analytic)) / size) if size else 0.0
    return error, error <= tol
