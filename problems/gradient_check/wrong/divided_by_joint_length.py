# loses: sign_flip, scale, vector_gap
# message: You take the length of both gradients laid end to end; the statement adds two
#   lengths that were measured one by one.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(np.asarray(analytic, dtype=float))
    b = np.ravel(np.asarray(numeric, dtype=float))
    size = np.linalg.norm(np.concatenate([a, b]))
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
