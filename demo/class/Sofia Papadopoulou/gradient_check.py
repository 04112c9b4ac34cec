import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    n = np.asarray(numeric, dtype=float)
    # 2 = Euclidean norm
    numerator = np.linalg.norm(a - n, 2)
    denominator = np.linalg.norm(a, 2) + np.linalg.norm(n, 2)
    if denominator == 0:
        return 0.0, True
    error = numerator / denominator
    return error, error <= tol
