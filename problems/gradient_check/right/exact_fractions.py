# style: fractions.Fraction for the sums, one rounding at each root
import math
from fractions import Fraction

import numpy as np


def length(values):
    return math.sqrt(sum((v * v for v in values), Fraction(0)))


def gradient_check(analytic, numeric, tol=1e-6):
    a = [Fraction(v) for v in np.ravel(analytic).tolist()]
    b = [Fraction(v) for v in np.ravel(numeric).tolist()]
    size = length(a) + length(b)
    if not size:
        return 0.0, True
    error = length(x - y for x, y in zip(a, b)) / size
    return error, error <= tol
