import numpy as np


def numeric_gradient(f, x, h=1e-5):
    """Not asked for, but I needed something to try my function on."""
    x = np.asarray(x, dtype=float)
    grad = np.zeros_like(x)
    for i in range(x.size):
        step = np.zeros_like(x)
        step[i] = h
        grad[i] = (f(x + step) - f(x - step)) / (2 * h)
    return grad


def gradient_check(analytic, numeric, tol=1e-6):
    a, b = np.asarray(analytic, dtype=float), np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)


def try_it():
    f = lambda x: np.sum(np.sin(x) * x)
    x = np.array([0.3, -1.2, 2.0])
    return gradient_check(np.cos(x) * x + np.sin(x), numeric_gradient(f, x))
