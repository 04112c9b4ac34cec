import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    if size == 0:
        error = 0.0
    else:
	error = np.linalg.norm(a - b) / size
    return error, error <= tol
