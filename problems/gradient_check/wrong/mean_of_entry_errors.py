# loses: one_zero, two_dim, scale, vector_gap
# message: You average one relative error per entry; here the whole vectors are
#   compared, so large entries count more.
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    sizes = np.abs(a) + np.abs(b)
    sizes[sizes == 0] = 1.0
    error = np.mean(np.abs(a - b) / sizes)
    return float(error), bool(error <= tol)
