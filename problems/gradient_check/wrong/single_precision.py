# loses: scale, tolerance
# message: float32 keeps seven digits, so a gap in the seventh digit is lost before you
#   measure it.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=np.float32)
    b = np.asarray(numeric, dtype=np.float32)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
