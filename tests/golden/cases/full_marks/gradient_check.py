"""Gradient check for a backward pass: the reference solution."""

import numpy as np


def gradient_check(
    analytic: np.typing.ArrayLike, numeric: np.typing.ArrayLike, tol: float = 1e-6
) -> tuple[float, bool]:
    """Compare two gradients by their relative error.

    Parameters
    ----------
    analytic
        The gradient from the backward pass, of shape (n,) or (m, n); dimensionless.
    numeric
        The estimate from finite differences, of the same shape; dimensionless.
    tol
        The largest relative error that still counts as agreement; dimensionless.

    Returns
    -------
    error : float
        Length of the difference divided by the sum of the two lengths; 0.0 if
        both gradients are all zeros; dimensionless.
    ok : bool
        Whether ``error`` is at most ``tol``.
    """
    a = np.asarray(analytic, dtype=np.float64).ravel()
    b = np.asarray(numeric, dtype=np.float64).ravel()
    gap = np.linalg.norm(a - b)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = 0.0 if size == 0 else float(gap / size)
    return error, error <= tol
