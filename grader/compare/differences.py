"""The first difference between a value and the right one, with its reason.

Checked in the order type, shape, dtype, finite, tolerance. Comparisons are written so
that NaN fails. What is accepted in place of a right value:

==============  =====================================================================
right value     accepted
==============  =====================================================================
bool            bool, numpy.bool, a 0-d boolean array
int, float      int, float, any real numpy scalar, a 0-d real array; never a bool
complex         the same and complex numbers
0-d array       what is accepted for its element
tuple, list     a tuple or list of the same length
dict            a dict with the same keys
ndarray         an ndarray of the same shape, boolean where boolean is expected
None, str       the same
==============  =====================================================================
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from grader.compare.numbers import Apart, Tolerance, apart, near, plain, wrong_elements
from grader.compare.show import counted, show, type_of

__all__ = ["Difference", "difference", "sequence_of", "wrong_type"]

_EXCERPT: Final = 20  # characters shown of long text, from the first that differs on


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where and how a value differs; ``allowed`` only where a tolerance decided."""

    differs: str
    allowed: str | None = None


def difference(
    actual: Any,
    expected: Any,
    *,
    rtol: float,
    atol: float,
    names: Sequence[str] = (),
) -> Difference | None:
    """
    Compare a value with the right one.

    Parameters
    ----------
    actual
        The student's value.
    expected
        The right value: nested tuples, lists and dicts of numbers, booleans and arrays.
    rtol, atol
        A number passes if ``|actual - expected| <= atol + rtol * |expected|``.
    names
        What the parts of the outermost tuple are called, for the reader.

    Returns
    -------
    Difference or None
        The first difference found, None if the value is right.
    """
    tolerance = Tolerance(rtol=rtol, atol=atol)
    return _compare(actual, expected, tolerance, "", names)


def wrong_type(actual: Any, wanted: str, where: str = "") -> Difference:
    """Say that a value is of another type than what was wanted, in words."""
    differs = f"{where or 'the result'} is {type_of(actual)}, not {wanted}"
    if actual is None and not where:
        differs += "; is there no return?"
    return Difference(differs=differs)


def sequence_of(count: int, names: Sequence[str] = (), kind: str = "tuple") -> str:
    """Return "a tuple of two values (error, ok)" or the like."""
    called = f" ({', '.join(names)})" if names else ""
    return f"a {kind} of {counted(count, 'value')}{called}"


def _compare(
    actual: Any, expected: Any, tolerance: Tolerance, where: str, names: Sequence[str]
) -> Difference | None:
    if isinstance(expected, np.ndarray) and expected.shape:
        return _compare_arrays(actual, expected, tolerance, where)
    expected = plain(expected)
    if isinstance(expected, bool):
        return _compare_truth(actual, expected, where)
    if isinstance(expected, int | float | complex):
        return _compare_numbers(actual, expected, tolerance, where)
    if isinstance(expected, tuple | list):
        return _compare_sequences(actual, expected, tolerance, where, names)
    if isinstance(expected, Mapping):
        return _compare_mappings(actual, expected, tolerance, where)
    if type(actual) is not type(expected):
        return wrong_type(actual, type_of(expected), where)
    if actual != expected:
        return _said(where, _unequal(actual, expected))
    return None


def _compare_sequences(
    actual: Any,
    expected: Sequence[Any],
    tolerance: Tolerance,
    where: str,
    names: Sequence[str],
) -> Difference | None:
    if not isinstance(actual, tuple | list) or len(actual) != len(expected):
        kind = "list" if isinstance(expected, list) else "tuple"
        wanted = sequence_of(len(expected), names, kind)
        return wrong_type(actual, wanted, where)
    for index, (part, right) in enumerate(zip(actual, expected, strict=True)):
        name = f" {names[index]}" if index < len(names) else ""
        found = _compare(part, right, tolerance, f"{where}[{index}]{name}", ())
        if found is not None:
            return found
    return None


def _compare_mappings(
    actual: Any, expected: Mapping[Any, Any], tolerance: Tolerance, where: str
) -> Difference | None:
    if not isinstance(actual, dict):
        keys = ", ".join(map(show, expected))
        wanted = f"a dict with the keys {keys}" if expected else "an empty dict"
        return wrong_type(actual, wanted, where)
    for key in expected:
        if key not in actual:
            return _said(where, f"the key {show(key)} is missing")
    for key in actual:
        if key not in expected:
            return _said(where, f"the key {show(key)} does not belong there")
    for key, right in expected.items():
        found = _compare(actual[key], right, tolerance, f"{where}[{show(key)}]", ())
        if found is not None:
            return found
    return None


def _compare_truth(actual: Any, expected: bool, where: str) -> Difference | None:
    truth = plain(actual)
    if not isinstance(truth, bool):
        return wrong_type(actual, "True or False", where)
    if truth is not expected:
        return _said(where, f"{truth} for {expected}")
    return None


def _compare_numbers(
    actual: Any, expected: complex, tolerance: Tolerance, where: str
) -> Difference | None:
    number = plain(actual)
    accepted = complex if isinstance(expected, complex) else float
    if not isinstance(number, int | float | accepted) or isinstance(number, bool):
        return wrong_type(actual, "a number", where)
    if near(number, expected, tolerance):
        return None
    found = apart(number, expected, tolerance)
    return _said(where, _pair(number, expected, found), found.allowed)


def _compare_arrays(
    actual: Any, expected: np.ndarray, tolerance: Tolerance, where: str
) -> Difference | None:
    if not isinstance(actual, np.ndarray):
        return wrong_type(actual, f"an array of shape {expected.shape}", where)
    if actual.shape != expected.shape:
        return _said(where, f"shape {actual.shape} for {expected.shape}")
    if not _dtype_accepted(actual.dtype, expected.dtype):
        return _said(where, f"dtype {actual.dtype} for {expected.dtype}")
    wrong = wrong_elements(actual, expected, tolerance)
    if not wrong.any():
        return None
    odd = wrong & ~(np.isfinite(actual) & np.isfinite(expected))  # these come first
    index = np.unravel_index(np.argmax(odd if odd.any() else wrong), wrong.shape)
    element, right = plain(actual[index]), plain(expected[index])
    boolean = isinstance(right, bool)
    found = Apart() if boolean else apart(element, right, tolerance)
    text = _pair(element, right, found) + _how_many(wrong)
    return _said(f"{where}{list(map(int, index))}", text, found.allowed)


def _dtype_accepted(actual: np.dtype[Any], expected: np.dtype[Any]) -> bool:
    if expected.kind == "b":
        return actual.kind == "b"
    return actual.kind in ("iufc" if expected.kind == "c" else "iuf")


def _pair(actual: Any, expected: Any, found: Apart) -> str:
    gap = f", off by {found.gap}" if found.gap else ""
    return f"{show(actual)} for {show(expected)}{gap}"


def _how_many(wrong: np.ndarray) -> str:
    if wrong.size == 1:
        return ""
    count = int(wrong.sum())
    return f" ({count} of {wrong.size} elements differ{'s' if count == 1 else ''})"


def _unequal(actual: Any, expected: Any) -> str:
    """Say how two values of one type differ; of long text, from where on."""
    if not isinstance(actual, str | bytes) or max(len(actual), len(expected)) <= 200:
        return f"{show(actual)} for {show(expected)}"
    pairs = zip(actual, expected, strict=False)
    same = next((n for n, (a, b) in enumerate(pairs) if a != b), None)
    start = min(len(actual), len(expected)) if same is None else same
    ends = [show(text[start : start + _EXCERPT]) for text in (actual, expected)]
    return f"from character {start} on, {ends[0]} for {ends[1]}"


def _said(where: str, text: str, allowed: str | None = None) -> Difference:
    return Difference(differs=f"{where}: {text}" if where else text, allowed=allowed)
