# loses: scale, tolerance
# message: On paper your expansion of the square is right, but it subtracts nearly equal
#   numbers and loses most digits.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(np.asarray(analytic, dtype=float))
    b = np.ravel(np.asarray(numeric, dtype=float))
    aa, bb, ab = a @ a, b @ b, a @ b
    size = aa**0.5 + bb**0.5
    if size == 0:
        return 0.0, True
    error = max(aa - 2 * ab + bb, 0.0) ** 0.5 / size
    return float(error), bool(error <= tol)
