import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)

    gap = sum_a = sum_b = 0.0
    for x, y in np.nditer([a, b]):
        gap += (x - y) ** 2
        sum_a += x**2
        sum_b += y**2

    if sum_a == 0.0 and sum_b == 0.0:
        error = 0.0
    else:
        error = np.sqrt(gap) / (np.sqrt(sum_a) + np.sqrt(sum_b))
    return float(error), bool(error <= tol)
