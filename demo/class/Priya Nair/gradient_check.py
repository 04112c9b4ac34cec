from functools import reduce
from math import sqrt

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    pairs = list(zip(np.ravel(analytic).tolist(), np.ravel(numeric).tolist()))

    def add(sums, pair):
        a, b = pair
        return sums[0] + a * a, sums[1] + b * b, sums[2] + (a - b) * (a - b)

    aa, bb, dd = reduce(add, pairs, (0.0, 0.0, 0.0))
    if aa == 0 and bb == 0:
        return 0.0, True
    error = sqrt(dd) / (sqrt(aa) + sqrt(bb))
    return error, error <= tol
