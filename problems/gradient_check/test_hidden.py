"""The hidden tests.

Right values were computed with 60 digits from the exact float inputs and are frozen
here; any order of summation comes within 2e-10 of them, so 1e-6 is generous. A
boundary is tested only where every correct formula divides a number by itself.
"""

import numpy as np
import pytest

from grader.testing import assert_close, assert_unchanged


@pytest.mark.category("agreement")
def test_equal_gradients_have_error_zero(student):
    """Two equal gradients have error 0.0 and agree."""
    analytic, numeric = np.array([0.5, -1.25, 3.0]), np.array([0.5, -1.25, 3.0])
    result = student.gradient_check(analytic, numeric)
    _assert_pair(student, result, 0.0, True)


@pytest.mark.category("both_zero")
def test_two_zero_gradients_agree(student):
    """Two all-zero gradients agree: the error is 0.0."""
    analytic, numeric = [[0.0, 0.0], [0.0, 0.0]], [[0.0, 0.0], [0.0, 0.0]]
    result = student.gradient_check(analytic, numeric)
    _assert_pair(student, result, 0.0, True)


@pytest.mark.category("one_zero")
def test_one_zero_gradient_has_error_one(student):
    """The error is 1.0 when only one gradient is zero, however small the other is."""
    result = student.gradient_check([0.0, 0.0, 0.0], [1e-7, 0.0, -2e-7])
    _assert_pair(student, result, 1.0, False)


@pytest.mark.category("sign_flip")
def test_opposite_gradients_have_error_one(student):
    """A gradient and its negative have error 1.0."""
    analytic, numeric = np.array([2.0, -1.0, 0.5]), np.array([-2.0, 1.0, -0.5])
    result = student.gradient_check(analytic, numeric)
    _assert_pair(student, result, 1.0, False)


@pytest.mark.category("two_dim")
def test_matrix_length_uses_every_entry(student):
    """The length of a matrix is that of all its entries in one long row."""
    analytic = np.array([[1.0, 2.0], [3.0, 4.0]])
    numeric = np.array([[1.0, 2.5], [2.0, 4.0]])
    result = student.gradient_check(analytic, numeric)
    _assert_pair(student, result, 0.10451476072493426, False)


@pytest.mark.category("two_dim")
def test_nested_lists_count_as_matrices(student):
    """Nested lists count as matrices, here with a loose tolerance."""
    analytic = [[0.1, 0.2, -0.3], [0.4, -0.5, 0.6]]
    numeric = [[0.1001, 0.2, -0.3], [0.4, -0.5, 0.6003]]
    result = student.gradient_check(analytic, numeric, 1e-3)
    _assert_pair(student, result, 0.00016573108169022288, True)


@pytest.mark.category("scale")
def test_small_gap_between_tiny_gradients_fails(student):
    """A small gap between tiny gradients is a large error."""
    analytic = np.array([1e-6, -2e-6, 3e-6])
    numeric = np.array([1.1e-6, -2e-6, 3e-6])
    result = student.gradient_check(analytic, numeric)
    _assert_pair(student, result, 0.013313322962005459, False)


@pytest.mark.category("scale")
def test_large_gap_between_large_gradients_passes(student):
    """A large gap between very large gradients is a small error."""
    analytic = np.array([1e6, -2e6, 5e5])
    numeric = np.array([1e6 + 0.1, -2e6, 5e5 - 0.2])
    result = student.gradient_check(analytic, numeric)
    _assert_pair(student, result, 4.879500364742654e-08, True)


@pytest.mark.category("vector_gap")
def test_equal_lengths_are_not_equal_gradients(student):
    """Gradients of equal length that differ entry by entry do not agree."""
    result = student.gradient_check([1.0, 2.0, 3.0], [3.0, 2.0, 1.0])
    _assert_pair(student, result, 0.37796447300922725, False)


@pytest.mark.category("tolerance")
def test_error_equal_to_tolerance_is_accepted(student):
    """An error equal to the tolerance is accepted."""
    analytic, numeric = np.array([3.0, 4.0]), np.array([0.0, 0.0])
    result = student.gradient_check(analytic, numeric, 1.0)
    _assert_pair(student, result, 1.0, True)


@pytest.mark.category("tolerance")
def test_tighter_tolerance_refuses(student):
    """A tighter tolerance refuses an error that the default would accept."""
    analytic = np.array([1.0, 1.0, 1.0, 1.0])
    numeric = np.array([1.0, 1.0, 1.0, 1.0 + 4e-7])
    result = student.gradient_check(analytic, numeric, 1e-8)
    _assert_pair(student, result, 9.999999500287507e-08, False)


@pytest.mark.category("integer_input")
def test_whole_numbers_are_compared_with_fractions(student):
    """Whole-number entries are compared with fractions without any rounding."""
    analytic, numeric = np.array([3, -4, 12]), np.array([3.4, -4.3, 12.6])
    result = student.gradient_check(analytic, numeric, 0.1)
    _assert_pair(student, result, 0.029207223648867554, True)


def _assert_pair(student, result, error, ok):
    names = ("error", "ok")
    assert_close(result, (error, ok), names=names, rtol=1e-6, atol=1e-15)
    assert_unchanged(student)
