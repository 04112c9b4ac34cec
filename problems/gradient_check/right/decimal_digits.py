# style: decimal with forty digits in a context of its own
from decimal import Decimal, localcontext

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    with localcontext() as context:
        context.prec = 40
        a = [Decimal(v) for v in np.ravel(analytic).tolist()]
        b = [Decimal(v) for v in np.ravel(numeric).tolist()]
        gap = sum((x - y) ** 2 for x, y in zip(a, b)).sqrt()
        size = sum(x * x for x in a).sqrt() + sum(y * y for y in b).sqrt()
        error = gap / size if size else Decimal(0)
        return float(error), error <= Decimal(tol)
