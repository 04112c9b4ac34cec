import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    if isinstance(analytic, list):
        analytic, numeric = np.array(analytic, float), np.array(numeric, float)
    size = np.linalg.norm(analytic) + np.linalg.norm(numeric)
    analytic -= numeric
    error = float(np.linalg.norm(analytic) / size) if size else 0.0
    return error, error <= tol
