# loses: agreement, both_zero, one_zero, sign_flip, two_dim, scale, vector_gap,
#   tolerance, integer_input
# message: You return the verdict alone; the caller wants the error as well.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    return bool(size == 0 or np.linalg.norm(a - b) / size <= tol)
