# style: functools.reduce with the three running sums as its state
from functools import reduce

import numpy as np


def step(state, pair):
    (gap, a, b), (x, y) = state, pair
    return gap + (x - y) ** 2, a + x**2, b + y**2


def gradient_check(analytic, numeric, tol=1e-6):
    pairs = zip(np.ravel(analytic).tolist(), np.ravel(numeric).tolist())
    gap, a, b = (s**0.5 for s in reduce(step, pairs, (0.0, 0.0, 0.0)))
    error = gap / (a + b) if a or b else 0.0
    return error, error <= tol
