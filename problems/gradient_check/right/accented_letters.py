# style: docstring and names with letters outside ASCII
"""Überprüft einen Gradienten – ‖a − b‖ / (‖a‖ + ‖b‖). 梯度检验 ✓"""

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    """Relativer Fehler zweier Gradienten, größer heißt schlechter."""
    α = np.asarray(analytic, dtype=float)
    β = np.asarray(numeric, dtype=float)
    größe = np.linalg.norm(α) + np.linalg.norm(β)
    ε = np.linalg.norm(α - β) / größe if größe > 0 else 0.0
    return float(ε), bool(ε <= tol)
