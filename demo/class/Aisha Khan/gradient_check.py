"""Gradient check for a backward pass."""

import numpy as np


def gradient_check(
    analytic: np.typing.ArrayLike, numeric: np.typing.ArrayLike, tol: float = 1e-6
) -> tuple[float, bool]:
    """Compare two gradients by their relative error."""
    a = np.array(analytic, dtype=float).ravel()
    n = np.array(numeric, dtype=float).ravel()

    total = np.linalg.norm(a) + np.linalg.norm(n)
    if total == 0:
        return 0.0, True

    error = np.linalg.norm(a - n) / total
    return float(error), bool(error <= tol)
