import numpy as np

def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic) * 1.0      # * 1.0 makes floats of whole numbers
    b = np.asarray(numeric) * 1.0

    # nothing to compare if there is no entry other than zero
    if not a.any() and not b.any():
        return (0.0, True)

    rel = np.linalg.norm((a - b).flatten()) / (np.linalg.norm(a.flatten()) + np.linalg.norm(b.flatten()))
    return (rel, rel <= tol)
