import numpy as np

size = lambda x: np.sqrt(np.sum(x ** 2))
ratio = lambda x, y: size(x - y) / (size(x) + size(y)) if np.any(x) or np.any(y) else 0.0


def gradient_check(analytic, numeric, tol=1e-6):
    r = ratio(np.array(analytic, float), np.array(numeric, float))
    return r, r <= tol
