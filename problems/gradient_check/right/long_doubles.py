# style: extended precision inside, np.longdouble returned
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=np.longdouble)
    b = np.asarray(numeric, dtype=np.longdouble)

    def length(v):
        return np.sqrt((v * v).sum())

    size = length(a) + length(b)
    error = length(a - b) / size if size > 0 else np.longdouble(0)
    return error, bool(error <= tol)
