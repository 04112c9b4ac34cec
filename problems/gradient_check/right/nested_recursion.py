# style: plain Python; an inner function walks down nested lists, no array arithmetic
import math


def gradient_check(analytic, numeric, tol=1e-6):
    def squares(x, y):
        if hasattr(x, "__len__"):
            total = (0.0, 0.0, 0.0)
            for u, v in zip(x, y):
                total = tuple(s + t for s, t in zip(total, squares(u, v)))
            return total
        x, y = float(x), float(y)
        return (x - y) ** 2, x * x, y * y

    gap, a, b = map(math.sqrt, squares(analytic, numeric))
    if a == 0 and b == 0:
        return (0.0, True)
    error = gap / (a + b)
    return (error, error <= tol)
