# style: math.hypot of all entries at once
from math import hypot

from numpy import ravel


def gradient_check(analytic, numeric, tol=1e-6):
    a = [float(x) for x in ravel(analytic)]
    b = [float(x) for x in ravel(numeric)]
    size = hypot(*a) + hypot(*b)
    error = hypot(*(x - y for x, y in zip(a, b))) / size if size else 0.0
    return error, error <= tol
