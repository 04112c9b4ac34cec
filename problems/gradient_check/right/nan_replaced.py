# style: lets 0/0 happen and turns the nan into 0 afterwards
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    with np.errstate(invalid="ignore"):
        ratio = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    error = np.nan_to_num(ratio, nan=0.0)
    return float(error), bool(error <= tol)
