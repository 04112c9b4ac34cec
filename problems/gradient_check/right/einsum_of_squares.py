# style: einsum over flat vectors
import numpy as np


def _length(v):
    return np.sqrt(np.einsum("i,i->", v, v))


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).ravel()
    b = np.asarray(numeric, dtype=float).ravel()
    la, lb, lgap = _length(a), _length(b), _length(a - b)
    error = 0.0 if la + lb == 0 else float(lgap / (la + lb))
    return error, bool(error <= tol)
