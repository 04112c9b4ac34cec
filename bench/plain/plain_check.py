"""Copied beside a student's file: what a lecturer would write to check one call."""

import copy
import math

import numpy as np
from gradient_check import gradient_check


def check(arguments, error, ok):
    """Call the student's function and compare what it returns."""
    given = copy.deepcopy(arguments)
    result = gradient_check(*given)
    assert isinstance(result, tuple | list), "two values are needed"
    assert len(result) == 2, "two values are needed"
    _check_error(result[0], error)
    assert isinstance(result[1], bool | np.bool_), "ok is no truth value"
    assert bool(result[1]) is ok, f"ok is {result[1]}"
    for before, after in zip(arguments, given, strict=True):
        assert np.array_equal(before, after), "an argument was changed"


def _check_error(actual, expected):
    assert isinstance(actual, float | int | np.floating | np.ndarray), "no number"
    assert not isinstance(actual, bool), "no number"
    assert np.shape(actual) == (), "not one number"
    close = math.isclose(actual, expected, rel_tol=1e-6, abs_tol=1e-15)
    assert close, f"error is {actual}, not {expected}"
