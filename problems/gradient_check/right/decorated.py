# style: a decorator converts the arguments before the function sees them
from functools import wraps

import numpy as np


def with_float_vectors(function):
    @wraps(function)
    def wrapper(analytic, numeric, *rest, **named):
        analytic = np.asarray(analytic, dtype=float).ravel()
        numeric = np.asarray(numeric, dtype=float).ravel()
        return function(analytic, numeric, *rest, **named)

    return wrapper


@with_float_vectors
def gradient_check(analytic, numeric, tol=1e-6):
    size = np.linalg.norm(analytic) + np.linalg.norm(numeric)
    error = np.linalg.norm(analytic - numeric) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
