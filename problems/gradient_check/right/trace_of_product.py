# style: the trace of M times its transpose is the sum of all squares
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    def length(m):
        m = np.atleast_2d(m)
        return np.sqrt((m @ m.T).trace())

    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = length(a) + length(b)
    error = length(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
