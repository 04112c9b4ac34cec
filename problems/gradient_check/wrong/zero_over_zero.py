# loses: both_zero
# message: For two all-zero gradients your division is 0/0, which NumPy answers with
#   nan; two zero gradients agree.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic, dtype=float)
    b = np.array(numeric, dtype=float)
    error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    return error, error <= tol
