# style: match statements take nested lists apart
import numpy as np


def entries(value):
    match value:
        case np.ndarray():
            yield from entries(value.tolist())
        case []:
            return
        case [first, *rest]:
            yield from entries(first)
            yield from entries(rest)
        case number:
            yield float(number)


def length(numbers):
    return sum(n * n for n in numbers) ** 0.5


def gradient_check(analytic, numeric, tol=1e-6):
    a, b = list(entries(analytic)), list(entries(numeric))
    match length(a) + length(b):
        case 0.0:
            return 0.0, True
        case size:
            error = length([x - y for x, y in zip(a, b)]) / size
            return error, error <= tol
