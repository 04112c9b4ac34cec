# loses: both_zero, two_dim
# message: Your loop takes each entry as a number, but the entries of a nested list are
#   rows.
import math


def gradient_check(analytic, numeric, tol=1e-6):
    gap = size_a = size_b = 0.0
    for i in range(len(analytic)):
        gap += (analytic[i] - numeric[i]) ** 2
        size_a += analytic[i] ** 2
        size_b += numeric[i] ** 2
    size = math.sqrt(size_a) + math.sqrt(size_b)
    if size == 0:
        return 0.0, True
    error = math.sqrt(gap) / size
    return float(error), bool(error <= tol)
