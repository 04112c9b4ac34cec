import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    if not a.any() and not b.any():
        error = 0.0
    else:
        error = np.linalg.norm(a - b) / (np.linalg.norm(a) + np.linalg.norm(b))
    print("error:", error)
    print("ok:", error <= tol)
