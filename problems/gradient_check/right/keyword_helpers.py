# style: every helper takes its arguments by keyword only
import numpy as np


def length(*, of):
    return np.sqrt(np.sum(np.square(of)))


def relative(*, gap, size):
    return gap / size if size > 0 else 0.0


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(a=analytic, dtype=float)
    b = np.asarray(a=numeric, dtype=float)
    error = relative(gap=length(of=a - b), size=length(of=a) + length(of=b))
    return float(error), bool(error <= tol)
