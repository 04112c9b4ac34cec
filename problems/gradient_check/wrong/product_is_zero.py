# loses: one_zero
# message: A product of two lengths is zero as soon as one of them is; you want to know
#   whether both are.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    la, lb = np.linalg.norm(a), np.linalg.norm(b)
    error = 0.0 if la * lb == 0 else np.linalg.norm(a - b) / (la + lb)
    return float(error), bool(error <= tol)
