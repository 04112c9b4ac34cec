# style: no flattening: without ord, np.linalg.norm of a matrix takes every entry;
#   returns np.float64 and np.bool_
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a, b = np.asarray(analytic, dtype=float), np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else np.float64(0)
    return error, np.less_equal(error, tol)
