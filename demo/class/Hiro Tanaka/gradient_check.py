import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    g = np.asarray(analytic, dtype=float).reshape(-1)
    h = np.asarray(numeric, dtype=float).reshape(-1)
    d = g - h
    gg, hh, dd = (np.einsum("i,i->", v, v) for v in (g, h, d))
    scale = gg**0.5 + hh**0.5
    err = dd**0.5 / scale if scale else 0.0
    return float(err), bool(err <= tol)
