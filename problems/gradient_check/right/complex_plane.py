# style: analytic as the real part and numeric as the imaginary part of one array
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    z = np.asarray(analytic, dtype=float) + 1j * np.asarray(numeric, dtype=float)
    size = np.linalg.norm(z.real) + np.linalg.norm(z.imag)
    error = np.linalg.norm(z.real - z.imag) / size if size > 0 else 0.0
    return float(error), bool(error <= tol)
