import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=np.float64)
    n = np.asarray(numeric, dtype=np.float64)
    with np.errstate(invalid="ignore"):
        error = np.linalg.norm(a - n) / (np.linalg.norm(a) + np.linalg.norm(n))
    # 0/0 is nan, and only two zero gradients can give 0/0
    error = np.nan_to_num(error, nan=0.0)
    return error, np.less_equal(error, tol)
