# style: works in place, but only on its own copies
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic, dtype=float, copy=True)
    b = np.array(numeric, dtype=float, copy=True)
    gap = a.copy()
    gap -= b
    for work in (gap, a, b):
        np.multiply(work, work, out=work)
    top = gap.sum() ** 0.5
    bottom = a.sum() ** 0.5 + b.sum() ** 0.5
    error = top / bottom if bottom > 0 else 0.0
    return float(error), bool(error <= tol)
