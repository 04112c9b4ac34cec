"""The examples that every student has; right values are exact to the last digit."""

import numpy as np

from grader.testing import assert_close, assert_unchanged


def test_a_tiny_gap_passes(student):
    """A tiny gap between two gradients passes."""
    result = student.gradient_check([1.0, -2.0], [1.000001, -2.000001])
    _assert_pair(result, 3.1622767115762673e-07, True)


def test_a_flipped_sign_fails(student):
    """A single flipped sign fails."""
    result = student.gradient_check([1.0, -2.0], [1.0, 2.0])
    _assert_pair(result, 0.8944271909999159, False)


def test_arrays_are_left_unchanged(student):
    """An error just above the tolerance fails, and the arrays keep their entries."""
    analytic = np.array([0.25, -1.5, 2.0])
    numeric = np.array([0.25, -1.5, 2.00001])
    result = student.gradient_check(analytic, numeric)
    _assert_pair(result, 1.9900712278420445e-06, False)
    assert_unchanged(student)


def _assert_pair(result, error, ok):
    names = ("error", "ok")
    assert_close(result, (error, ok), names=names, rtol=1e-6, atol=1e-15)
