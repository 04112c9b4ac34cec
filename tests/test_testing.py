"""What the author of a problem imports: assertions that fail with a reason."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from grader.testing import (
    CheckFailed,
    assert_close,
    assert_dtype,
    assert_equal,
    assert_false,
    assert_shape,
    assert_true,
    assert_unchanged,
    unpack,
)


class Submission:
    """A student whose last call changed some arguments."""

    def __init__(self, *changed: str) -> None:
        self.changed = changed


class Handle:
    """A student's object: looking into it would run code in their process."""

    def __getattr__(self, name: str) -> object:
        raise AssertionError(f"{name} was looked up")

    def __eq__(self, other: object) -> bool:
        raise AssertionError("compared")

    __hash__ = None  # type: ignore[assignment]


def reasons(check: Callable[..., object], *arguments: Any, **keywords: Any) -> tuple:
    """Return what a failed check tells: differs, allowed, got and expected."""
    with pytest.raises(CheckFailed) as caught:
        check(*arguments, **keywords)
    failed = caught.value
    assert isinstance(failed, AssertionError)
    assert str(failed) == failed.found.differs
    return failed.found.differs, failed.found.allowed, failed.got, failed.expected


def test_a_right_value_passes_every_check() -> None:
    """Checks return nothing when there is nothing to say."""
    array = np.array([1.0, 2.0])
    assert_close((0.5, True), (0.5, True), names=("error", "ok"))
    assert_equal([1, {"a": array}], [1, {"a": array}])
    assert_true(np.True_)
    assert_false(np.array(False))
    assert_shape(array, (2,))
    assert_shape(np.array(1.0), ())
    assert_dtype(array, float)
    assert_dtype(np.float32(1), "f4")
    assert_unchanged(Submission())  # type: ignore[arg-type]
    assert unpack((1, 2), 2) == (1, 2)
    assert unpack([1], 1) == [1]


def test_a_wrong_value_is_told_in_parts() -> None:
    """The failure has the difference, what was allowed, and both values."""
    options = {"names": ("error", "ok"), "atol": 1e-15}
    assert reasons(assert_close, (float("nan"), False), (0.0, True), **options) == (
        "[0] error: nan for 0.0",
        "±1e-15",
        "(nan, False)",
        "(0.0, True)",
    )


def test_the_tolerances_by_default() -> None:
    """Without tolerances, nine digits must be right and zero must be zero."""
    assert_close(1.0 + 9e-10, 1.0)
    assert reasons(assert_close, 1.0 + 2e-9, 1.0)[:2] == (
        "1.000000002 for 1.0, off by 2e-09",
        "±1e-09",
    )
    assert reasons(assert_close, 1e-300, 0.0)[1] == "±0"


def test_equal_allows_no_gap() -> None:
    """A value without a tolerance is equal or it is not."""
    assert reasons(assert_equal, 1.0 + 2.0**-52, 1.0) == (
        "1.0000000000000002 for 1.0, off by 2.22e-16",
        "±0",
        "1.0000000000000002",
        "1.0",
    )
    assert reasons(assert_equal, ("a", 1), ("b", 1), names=("word", "n")) == (
        *("[0] word: 'a' for 'b'", None),
        *("('a', 1)", "('b', 1)"),
    )


@pytest.mark.parametrize(
    ("check", "word"), [(assert_true, True), (assert_false, False)]
)
def test_truth_values(check: Callable[..., object], word: bool) -> None:
    """A number is no truth value, and the other truth value is wrong."""
    assert reasons(check, not word) == (
        *(f"{not word} for {word}", None),
        *(str(not word), str(word)),
    )
    assert reasons(check, int(word))[0] == "the result is an int, not True or False"
    assert reasons(check, None)[0] == (
        "the result is None, not True or False; is there no return?"
    )


def test_shapes() -> None:
    """A shape is that of an array, not of a list or a number."""
    assert reasons(assert_shape, np.zeros((2, 3)), (3, 2)) == (
        "the result is an array of shape (2, 3) and dtype float64, "
        "not an array of shape (3, 2)",
        None,
        "array([[0.0, 0.0, 0.0], [0.0, 0.0, 0.0]])",
        "an array of shape (3, 2)",
    )
    assert reasons(assert_shape, [1.0], (1,))[0] == (
        "the result is a list of one value, not an array of shape (1,)"
    )
    assert reasons(assert_shape, None, ())[0] == (
        "the result is None, not an array of shape (); is there no return?"
    )


def test_dtypes() -> None:
    """A dtype is that of an array or numpy scalar."""
    assert reasons(assert_dtype, np.zeros(1, "f4"), np.float64) == (
        "the result is an array of shape (1,) and dtype float32, not of dtype float64",
        None,
        "array([0.0], dtype=float32)",
        "of dtype float64",
    )
    assert reasons(assert_dtype, 0.5, float)[0] == (
        "the result is a float, not of dtype float64"
    )


@pytest.mark.parametrize(
    "check",
    [
        lambda value: assert_dtype(value, float),
        lambda value: assert_shape(value, ()),
        lambda value: assert_close(value, 1.0),
        lambda value: assert_close(value, (1.0, 2.0)),
        lambda value: assert_close(value, {"a": 1}),
        lambda value: assert_close(value, np.zeros(2)),
        lambda value: assert_close(value, "text"),
        lambda value: assert_true(value),
        lambda value: unpack(value, 2),
    ],
)
def test_a_students_object_never_answers_for_itself(
    check: Callable[[object], object],
) -> None:
    """No check asks an object of the student's what it equals or looks like."""
    differs, *_ = reasons(check, Handle())
    assert differs.startswith("the result is a Handle, not ")


def test_unpacking() -> None:
    """The parts are given out if there are as many as there should be."""
    names = ("error", "ok")
    assert reasons(unpack, (1, 2, 3), 2, names) == (
        "the result is a tuple of three values, not a tuple of two values (error, ok)",
        None,
        "(1, 2, 3)",
        "a tuple of two values (error, ok)",
    )
    assert reasons(unpack, "ab", 2)[0] == (
        "the result is a str, not a tuple of two values"
    )
    assert reasons(unpack, None, 1)[0] == (
        "the result is None, not a tuple of one value; is there no return?"
    )
    assert reasons(unpack, np.zeros(2), 2)[0] == (
        "the result is an array of shape (2,) and dtype float64, "
        "not a tuple of two values"
    )


def test_changed_arguments() -> None:
    """The arguments that a call changed are named."""
    assert reasons(assert_unchanged, Submission("analytic")) == (
        *("the call changed its argument analytic", None),
        *("analytic changed", "arguments unchanged"),
    )
    assert reasons(assert_unchanged, Submission("analytic", "numeric"))[0] == (
        "the call changed its arguments analytic and numeric"
    )
