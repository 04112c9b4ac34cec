# style: turns both vectors by the same random reflection first; lengths do not change
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.ravel(np.asarray(analytic, dtype=float))
    b = np.ravel(np.asarray(numeric, dtype=float))
    gap = a - b
    u = np.random.default_rng(7).normal(size=a.size)
    u /= np.linalg.norm(u)
    la, lb, lgap = (np.linalg.norm(v - 2 * (u @ v) * u) for v in (a, b, gap))
    size = la + lb
    error = lgap / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
