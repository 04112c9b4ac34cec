# Vérification du gradient, le 3 février
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    s = np.linalg.norm(a) + np.linalg.norm(b)
    e = np.linalg.norm(a - b) / s if s else 0.0
    return e, e <= tol
