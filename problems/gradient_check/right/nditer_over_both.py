# style: np.nditer walks both arrays together
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    gap = a = b = 0.0
    for x, y in np.nditer([np.asarray(analytic, float), np.asarray(numeric, float)]):
        gap += float(x - y) ** 2
        a += float(x) ** 2
        b += float(y) ** 2
    size = a**0.5 + b**0.5
    error = gap**0.5 / size if size > 0 else 0.0
    return error, error <= tol
