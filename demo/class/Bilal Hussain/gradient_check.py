import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    la = np.linalg.norm(np.ravel(analytic))
    lb = np.linalg.norm(np.ravel(numeric))
    if la + lb == 0:
        return 0.0, True
    error = abs(la - lb) / (la + lb)
    return error, error <= tol
