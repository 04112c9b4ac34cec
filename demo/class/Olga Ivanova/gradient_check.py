import math


def squares(x):
    """Sum of squares of a number, a list, a list of lists, ..."""
    if hasattr(x, "__len__"):
        return sum(squares(part) for part in x)
    return float(x) ** 2


def difference(x, y):
    if hasattr(x, "__len__"):
        return [difference(p, q) for p, q in zip(x, y)]
    return float(x) - float(y)


def gradient_check(analytic, numeric, tol=1e-6):
    size = math.sqrt(squares(analytic)) + math.sqrt(squares(numeric))
    if size == 0:
        return 0.0, True
    error = math.sqrt(squares(difference(analytic, numeric))) / size
    return error, error <= tol
