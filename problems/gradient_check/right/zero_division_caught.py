# style: plain Python floats; asks forgiveness instead of permission
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    gap, left, right = (float(np.linalg.norm(v)) for v in (a - b, a, b))
    try:
        error = gap / (left + right)
    except ZeroDivisionError:
        error = 0.0
    return error, error <= tol
