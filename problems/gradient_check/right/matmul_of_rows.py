# style: v @ v of raveled vectors, walrus in the condition
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).ravel()
    b = np.asarray(numeric, dtype=float).ravel()
    d = a - b
    if (size := (a @ a) ** 0.5 + (b @ b) ** 0.5) == 0:
        return 0.0, True
    return (error := float((d @ d) ** 0.5 / size)), error <= tol
