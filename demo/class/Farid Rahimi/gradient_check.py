from math import sqrt

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = [float(v) for v in np.ravel(analytic)]
    b = [float(v) for v in np.ravel(numeric)]
    len_a = sqrt(sum(v ** 2 for v in a))
    len_b = sqrt(sum(v ** 2 for v in b))
    len_d = sqrt(sum((v - w) ** 2 for v, w in zip(a, b)))
    try:
        err = len_d / (len_a + len_b)
    except ZeroDivisionError:
        err = 0.0       # 0/0: both gradients are zero, so they agree
    return err, err <= tol
