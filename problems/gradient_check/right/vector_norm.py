# style: np.linalg.vector_norm, which takes every entry whatever the shape
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    length = np.linalg.vector_norm
    a = np.asarray(analytic) * 1.0
    b = np.asarray(numeric) * 1.0
    size = length(a) + length(b)
    error = float(length(a - b) / size) if size else 0.0
    return error, error <= tol
