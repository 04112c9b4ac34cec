import numpy as np

def gradient_check(analytic, numeric, tol = 1e-6) :
    a = np.array(analytic, dtype = float)
    n = np.array(numeric, dtype = float)
    top = np.sqrt(((a - n) ** 2).sum())
    bottom = np.sqrt((a ** 2).sum()) + np.sqrt((n ** 2).sum())
    if bottom == 0 :
        return [0.0, True]
    return [top / bottom, bool(top / bottom <= tol)]
