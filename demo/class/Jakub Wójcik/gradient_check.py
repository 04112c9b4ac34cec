# written in Notepad
import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float).ravel()
    b = np.asarray(numeric, dtype=float).ravel()
    s = np.sqrt(a.dot(a)) + np.sqrt(b.dot(b))
    if s == 0:
        return 0.0, True
    d = a - b
    e = np.sqrt(d.dot(d)) / s
    return e, e <= tol
