# loses: vector_gap, sign_flip, two_dim
# message: Two different vectors can have the same length: subtract first, then measure
#   the difference.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    la = np.linalg.norm(np.asarray(analytic, dtype=float))
    lb = np.linalg.norm(np.asarray(numeric, dtype=float))
    if la + lb == 0:
        return 0.0, True
    error = abs(la - lb) / (la + lb)
    return float(error), bool(error <= tol)
