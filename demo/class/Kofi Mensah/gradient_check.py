import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic, dtype=float)
    b = np.array(numeric, dtype=float)

    # very small gradients lose digits when they are squared, so make them larger
    # first (the relative error stays the same)
    while max(np.abs(a).max(), np.abs(b).max()) < 1:
        a = a * 10
        b = b * 10

    error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    return float(error), bool(error <= tol)
