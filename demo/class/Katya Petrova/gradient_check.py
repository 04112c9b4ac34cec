import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    s = np.linalg.norm(a) + np.linalg.norm(b)
    if s > 0:
        error = np.linalg.norm(a - b) / s
    else:
        error = 0.0
    return error, error <= tol

# trying it out
print("testing...")
print(gradient_check([1.0, -2.0], [1.000001, -2.000001]))
print(gradient_check([1.0, -2.0], [1.0, 2.0]))
print(gradient_check([[0, 0], [0, 0]], [[0, 0], [0, 0]]))
print("looks good!")
