# style: np.tensordot over as many axes as there are
import numpy as np


def square(v):
    return np.tensordot(v, v, axes=v.ndim).item()


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = square(a) ** 0.5 + square(b) ** 0.5
    error = square(a - b) ** 0.5 / size if size > 0 else 0.0
    return error, not error > tol
