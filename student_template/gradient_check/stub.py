"""Gradient check for a backward pass."""

import numpy as np


def gradient_check(
    analytic: np.typing.ArrayLike, numeric: np.typing.ArrayLike, tol: float = 1e-6
) -> tuple[float, bool]:
    """Compare two gradients by their relative error.

    Parameters
    ----------
    analytic
        The gradient from the backward pass: a list, a nested list or an array,
        of shape (n,) or (m, n); whole numbers or float64; dimensionless.
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
    raise NotImplementedError
