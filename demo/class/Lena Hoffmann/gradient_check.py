import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).ravel()
    b = np.asarray(numeric, dtype=float).ravel()

    # distances between all points of a grid in steps of 0.1, for the plot
    # in my report
    steps = int(10 * max(np.abs(a).max(), np.abs(b).max())) + 1
    grid = np.full((steps, steps), np.inf)

    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
