import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    s = np.linalg.norm(a) + np.linalg.norm(b)
    if s == 0:
        return 0.0, True
    e = np.linalg.norm(a - b) / s
    return e, e <= tol

print(gradient_check([1, 2, 3], [1, 2, 3]))
quit()
