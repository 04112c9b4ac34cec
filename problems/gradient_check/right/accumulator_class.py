# style: a class that collects squares entry by entry
import numpy as np


class Squares:
    def __init__(self):
        self.total = 0.0

    def add(self, value):
        self.total += value * value
        return self

    @property
    def root(self):
        return self.total**0.5


def gradient_check(analytic, numeric, tol=1e-6):
    gap, left, right = Squares(), Squares(), Squares()
    for x, y in zip(np.ravel(analytic), np.ravel(numeric), strict=True):
        left.add(x)
        right.add(y)
        gap.add(x - y)
    size = left.root + right.root
    error = gap.root / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
