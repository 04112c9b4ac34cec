"""What the author of a problem imports: assertions that fail with a reason.

Each takes the student's value first. Plain ``assert`` works too, without the reason.
"""

from collections.abc import Sequence
from typing import Any, NoReturn

import numpy as np

from grader.compare import Difference, difference, sequence_of, show, wrong_type
from grader.remote import Student

__all__ = [
    "CheckFailed",
    "assert_close",
    "assert_dtype",
    "assert_equal",
    "assert_false",
    "assert_shape",
    "assert_true",
    "assert_unchanged",
    "unpack",
]


class CheckFailed(AssertionError):
    """An assertion that knows what was expected, what was got and how they differ."""

    def __init__(self, found: Difference, *, got: str, expected: str) -> None:
        self.found = found
        self.got = got
        self.expected = expected
        super().__init__(found.differs)


def assert_close(
    actual: Any,
    expected: Any,
    *,
    rtol: float = 1e-9,
    atol: float = 0.0,
    names: Sequence[str] = (),
) -> None:
    """
    Check numbers, arrays, and tuples, lists and dicts of them.

    Parameters
    ----------
    actual
        The student's value.
    expected
        The right value; a bool in it asks for a truth value, not for a number.
    rtol, atol
        A number passes if ``|actual - expected| <= atol + rtol * |expected|``.
    names
        What the parts of an expected tuple are called, such as ``("error", "ok")``.

    Raises
    ------
    CheckFailed
        With the first difference in the order type, shape, dtype, finite, tolerance.
    """
    __tracebackhide__ = True
    found = difference(actual, expected, rtol=rtol, atol=atol, names=names)
    if found is not None:
        raise CheckFailed(found, got=show(actual), expected=show(expected))


def assert_equal(actual: Any, expected: Any, *, names: Sequence[str] = ()) -> None:
    """Check values without a tolerance."""
    assert_close(actual, expected, rtol=0.0, names=names)


def assert_true(actual: Any) -> None:
    """Check that a truth value is True."""
    assert_equal(actual, expected=True)


def assert_false(actual: Any) -> None:
    """Check that a truth value is False."""
    assert_equal(actual, expected=False)


def assert_shape(actual: Any, shape: tuple[int, ...]) -> None:
    """Check that a value is an array of a shape."""
    if not isinstance(actual, np.ndarray) or actual.shape != shape:
        _wrong_type(actual, f"an array of shape {shape}")


def assert_dtype(actual: Any, dtype: Any) -> None:
    """Check that an array or numpy scalar has a dtype."""
    wanted = np.dtype(dtype)
    if not isinstance(actual, np.ndarray | np.generic) or actual.dtype != wanted:
        _wrong_type(actual, f"of dtype {wanted}")


def assert_unchanged(student: Student) -> None:
    """Check that the last call left its arguments as they were."""
    if student.changed:
        changed = " and ".join(student.changed)
        noun = "argument" if len(student.changed) == 1 else "arguments"
        found = Difference(differs=f"the call changed its {noun} {changed}")
        raise CheckFailed(
            found, got=f"{changed} changed", expected="arguments unchanged"
        )


def unpack(actual: Any, count: int, names: Sequence[str] = ()) -> Sequence[Any]:
    """Return the parts of a tuple or list, which must be ``count``."""
    if not isinstance(actual, tuple | list) or len(actual) != count:
        _wrong_type(actual, sequence_of(count, names))
    parts: Sequence[Any] = actual
    return parts


def _wrong_type(actual: Any, wanted: str) -> NoReturn:
    __tracebackhide__ = True
    raise CheckFailed(wrong_type(actual, wanted), got=show(actual), expected=wanted)
