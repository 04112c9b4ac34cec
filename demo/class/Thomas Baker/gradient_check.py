import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    total = np.linalg.norm(a) + np.linalg.norm(b)
    if total == 0.0:
        return 0.0, True
    error = np.linalg.norm(a - b) / total
    if error < tol:
        return error, True
    return error, False
