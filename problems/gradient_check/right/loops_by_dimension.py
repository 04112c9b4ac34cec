# style: explicit index loops, one branch for vectors and one for matrices
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic)
    b = np.array(numeric)
    gap2 = a2 = b2 = 0.0
    if a.ndim == 1:
        for i in range(a.shape[0]):
            gap2 += (a[i] - b[i]) ** 2
            a2 += a[i] ** 2
            b2 += b[i] ** 2
    else:
        for i in range(a.shape[0]):
            for j in range(a.shape[1]):
                gap2 += (a[i, j] - b[i, j]) ** 2
                a2 += a[i, j] ** 2
                b2 += b[i, j] ** 2
    if a2 + b2 == 0:
        error = 0.0
    else:
        error = np.sqrt(gap2) / (np.sqrt(a2) + np.sqrt(b2))
    if error <= tol:
        return error, True
    else:
        return error, False
