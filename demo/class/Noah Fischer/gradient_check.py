import numpy as np


def length(v):
    # hypot of all entries, one after the other: no squares of tiny numbers
    return np.hypot.reduce(v, initial=0.0)


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).ravel()
    b = np.asarray(numeric, dtype=float).ravel()
    size = length(a) + length(b)
    if size == 0:
        return 0.0, True
    error = float(length(a - b) / size)
    return error, error <= tol
