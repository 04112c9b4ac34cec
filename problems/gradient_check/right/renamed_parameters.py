# style: the parameters have other names, in another language
import numpy as np


def gradient_check(grad_exact, grad_approche, tolerance=1e-6):
    x = np.asarray(grad_exact, dtype=float)
    y = np.asarray(grad_approche, dtype=float)
    taille = np.linalg.norm(x) + np.linalg.norm(y)
    erreur = np.linalg.norm(x - y) / taille if taille > 0 else 0.0
    return float(erreur), bool(erreur <= tolerance)
