# style: math.fsum over .flat
import math

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a, b = np.asarray(analytic, dtype=float), np.asarray(numeric, dtype=float)
    length = lambda array: math.sqrt(math.fsum(x * x for x in array.flat))
    size = length(a) + length(b)
    error = length(a - b) / size if size > 0 else 0.0
    return error, error <= tol
