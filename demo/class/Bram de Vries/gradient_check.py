import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    analytic = np.asarray(analytic, dtype=float)
    numeric = np.asarray(numeric, dtype=float)
    if analytic.shape != numeric.shape:
        raise ValueError(f"shapes differ: {analytic.shape} and {numeric.shape}")
    assert tol >= 0
    lengths = [np.sqrt(np.inner(v, v)) for v in (analytic.ravel(), numeric.ravel())]
    gap = (analytic - numeric).ravel()
    error = float(np.sqrt(np.inner(gap, gap)) / sum(lengths)) if any(lengths) else 0.0
    return error, error <= tol
