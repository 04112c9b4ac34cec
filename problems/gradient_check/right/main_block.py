# style: a main block that asks for input when the file is run as a script
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = np.linalg.norm(a - b) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)


if __name__ == "__main__":
    first = [float(x) for x in input("analytic: ").split()]
    second = [float(x) for x in input("numeric: ").split()]
    print(gradient_check(first, second))
