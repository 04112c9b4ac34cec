import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    difference = np.array(analytic) - np.array(numeric)
    error = np.linalg.norm(difference)
    return error, error <= tol
