import sys

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    """Relative error of two gradients, and whether it is at most tol."""
    analytic = np.asarray(analytic, float)
    numeric = np.asarray(numeric, float)
    size = np.linalg.norm(analytic) + np.linalg.norm(numeric)
    error = 0.0
    if size != 0:
        error = np.linalg.norm(analytic - numeric) / size
    return error, error <= tol


if __name__ == "__main__":
    if len(sys.argv) > 1:
        values = [float(word) for word in sys.argv[1:]]
    else:
        values = [float(word) for word in input("a gradient: ").split()]
    print(gradient_check(values, [v + 1e-7 for v in values]))
    sys.exit(0)
