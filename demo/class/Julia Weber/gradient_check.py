import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.array(analytic, dtype=float)
    b = np.array(numeric, dtype=float)
    s = np.linalg.norm(a) + np.linalg.norm(b)
    if s == 0:
        return 0.0, True
    e = np.linalg.norm(a - b) / s
    return e, e <= tol

x = input("Please enter the first gradient: ").split()
y = input("Please enter the second gradient: ").split()
error, ok = gradient_check(x, y)
print("The error is", error)
