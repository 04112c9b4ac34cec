# style: returns the int 0 when both gradients are zero
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    if not (a.any() or b.any()):
        return 0, 0 <= tol
    error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    return error.item(), (error <= tol).item()
