# loses: integer_input
# message: You force the numeric gradient into the dtype of the analytic one; if that
#   holds whole numbers, every fraction is cut off.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic)
    b = np.array(numeric).astype(a.dtype)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
