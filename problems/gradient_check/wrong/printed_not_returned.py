# loses: agreement, both_zero, one_zero, sign_flip, two_dim, scale, vector_gap,
#   tolerance, integer_input
# message: print shows a value on the screen and the caller gets None; use return.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    print((float(error), bool(error <= tol)))
