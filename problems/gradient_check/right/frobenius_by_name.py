# style: makes every input a matrix and asks for the Frobenius norm by name
import numpy as np


def frobenius(m):
    return np.linalg.norm(np.atleast_2d(m), ord="fro")


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype="float64")
    b = np.asarray(numeric, dtype="float64")
    top, bottom = frobenius(a - b), frobenius(a) + frobenius(b)
    error = 0.0 if bottom == 0 else top / bottom
    return float(error), bool(error <= tol)
