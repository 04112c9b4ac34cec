# style: functools.partial of a general function with the norm filled in
from functools import partial

import numpy as np


def check_with(norm, analytic, numeric, tol=1e-6):
    a, b = np.asarray(analytic, dtype=float), np.asarray(numeric, dtype=float)
    size = norm(a) + norm(b)
    error = norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)


gradient_check = partial(check_with, np.linalg.norm)
