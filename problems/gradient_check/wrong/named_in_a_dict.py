# loses: agreement, both_zero, one_zero, sign_flip, two_dim, scale, vector_gap,
#   tolerance, integer_input
# message: A dict is not a pair: return the two values themselves, error first.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return {"error": float(error), "ok": bool(error <= tol)}
