# style: np.vdot, which flattens by itself; returns a list
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic, float)
    b = np.array(numeric, float)
    gap = a - b
    size = np.sqrt(np.vdot(a, a)) + np.sqrt(np.vdot(b, b))
    error = np.sqrt(np.vdot(gap, gap)) / size if size else 0.0
    return [error, error <= tol]
