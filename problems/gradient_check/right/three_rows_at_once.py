# style: stacks gap, analytic and numeric as three rows and takes row lengths
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(analytic).astype(np.float64)
    b = np.ravel(numeric).astype(np.float64)
    gap, *sides = np.sqrt((np.vstack((a - b, a, b)) ** 2).sum(axis=1))
    size = sum(sides)
    error = gap / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
