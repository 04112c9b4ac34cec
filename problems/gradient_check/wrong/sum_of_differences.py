# loses: vector_gap, two_dim
# message: You add the gaps with their signs, so a gap up and a gap down cancel; square
#   them before you add.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    if size == 0:
        return 0.0, True
    error = abs(np.sum(a - b)) / size
    return float(error), bool(error <= tol)
