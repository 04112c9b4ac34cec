# loses: both_zero
# message: Python refuses to divide by zero; decide what two all-zero gradients mean
#   before you divide.
import numpy as np


def length(values):
    return sum(v * v for v in values) ** 0.5


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(analytic).tolist()
    b = np.ravel(numeric).tolist()
    error = length(x - y for x, y in zip(a, b)) / (length(a) + length(b))
    return error, error <= tol
