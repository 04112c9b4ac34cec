# loses: scale, sign_flip, one_zero
# message: You measure the gap but never divide it by the size of the gradients, so
#   gradients in the millions look wrong and tiny ones look right.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    gap = np.asarray(analytic, dtype=float) - np.asarray(numeric, dtype=float)
    error = float(np.sqrt(np.sum(gap**2)))
    return error, error <= tol
