# style: the length of a column is the one entry of its R factor
import numpy as np


def length(v):
    return abs(np.linalg.qr(v.reshape(-1, 1), mode="r")[0, 0])


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = length(a) + length(b)
    error = length(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
