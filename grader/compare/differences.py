"""The first difference between a value and the right one, with its reason.

Checked in the order type, shape, dtype, finite, tolerance. Comparisons are written so
that NaN fails. What is accepted in place of a right value:

==============  =====================================================================
right value     accepted
==============  =====================================================================
bool            bool, numpy.bool, a 0-d boolean array
int, float      int, float, any real numpy scalar, a 0-d real array; never a bool
complex         the same and complex numbers
tuple, list     a tuple or list of the same length
dict            a dict with the same keys
ndarray         an ndarray of the same shape, boolean where boolean is expected
None, str       the same
==============  =====================================================================
"""

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from grader.compare.show import show, type_of

__all__ = ["Difference", "difference"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """Where and how a value differs; ``allowed`` only where a tolerance decided."""

    differs: str
    allowed: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Tolerance:
    rtol: float
    atol: float

    def of(self, expected: float) -> float:
        return self.atol + self.rtol * abs(expected)


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
    tolerance = _Tolerance(rtol=rtol, atol=atol)
    return _compare(actual, expected, tolerance, "", names)


def _compare(
    actual: Any, expected: Any, tolerance: _Tolerance, where: str, names: Sequence[str]
) -> Difference | None:
    if isinstance(expected, np.ndarray):
        return _compare_arrays(actual, expected, tolerance, where)
    if isinstance(expected, bool | np.bool_):
        return _compare_truth(actual, bool(expected), where)
    if isinstance(expected, int | float | complex | np.number):
        return _compare_numbers(actual, expected, tolerance, where)
    if isinstance(expected, tuple | list):
        return _compare_sequences(actual, expected, tolerance, where, names)
    if isinstance(expected, Mapping):
        return _compare_mappings(actual, expected, tolerance, where)
    if type(actual) is not type(expected):
        return _wrong_type(actual, type_of(expected), where)
    if actual != expected:
        return _said(where, f"{show(actual)} for {show(expected)}")
    return None


def _compare_sequences(
    actual: Any,
    expected: Sequence[Any],
    tolerance: _Tolerance,
    where: str,
    names: Sequence[str],
) -> Difference | None:
    wanted = f"{_count(len(expected))} values"
    if names:
        wanted += f" ({', '.join(names)})"
    if not isinstance(actual, tuple | list):
        return _wrong_type(actual, f"a tuple of {wanted}", where)
    if len(actual) != len(expected):
        return _said(where, f"{_count(len(actual))} values for {wanted}")
    for index, (part, right) in enumerate(zip(actual, expected, strict=True)):
        name = f" {names[index]}" if index < len(names) else ""
        found = _compare(part, right, tolerance, f"{where}[{index}]{name}", ())
        if found is not None:
            return found
    return None


def _compare_mappings(
    actual: Any, expected: Mapping[Any, Any], tolerance: _Tolerance, where: str
) -> Difference | None:
    if not isinstance(actual, dict):
        keys = ", ".join(map(show, expected))
        return _wrong_type(actual, f"a dict with the keys {keys}", where)
    for key in expected:
        if key not in actual:
            return _said(where, f"the key {show(key)} is missing")
    for key in actual:
        if key not in expected:
            return _said(where, f"the key {show(key)} is too many")
    for key, right in expected.items():
        found = _compare(actual[key], right, tolerance, f"{where}[{show(key)}]", ())
        if found is not None:
            return found
    return None


def _compare_truth(actual: Any, expected: bool, where: str) -> Difference | None:
    if isinstance(actual, np.ndarray) and actual.shape == () and actual.dtype == bool:
        actual = actual.item()
    if not isinstance(actual, bool | np.bool_):
        return _wrong_type(actual, "True or False", where)
    if bool(actual) is not expected:
        return _said(where, f"{bool(actual)} for {expected}")
    return None


def _compare_numbers(
    actual: Any, expected: Any, tolerance: _Tolerance, where: str
) -> Difference | None:
    if isinstance(actual, np.ndarray) and actual.shape == ():
        actual = actual[()]
    accepted = int | float | np.integer | np.floating
    is_complex = isinstance(expected, complex | np.complexfloating)
    number = isinstance(actual, accepted) or (
        is_complex and isinstance(actual, complex | np.complexfloating)
    )
    if not number or isinstance(actual, bool):
        return _wrong_type(actual, "a number", where)
    allowed = tolerance.of(expected)
    if _close(actual, expected, allowed):
        return None
    gap = _gap(actual, expected)
    return _said(where, f"{show(actual)} for {show(expected)}{gap}", f"±{allowed:.2g}")


def _close(actual: Any, expected: Any, allowed: float) -> bool:
    if not np.isfinite(expected):
        return bool(actual == expected or (actual != actual and expected != expected))
    try:
        return bool(abs(actual - expected) <= allowed)
    except OverflowError:  # an int beyond the range of floats
        return False


def _gap(actual: Any, expected: Any) -> str:
    try:
        gap = abs(complex(actual) - complex(expected))
    except OverflowError:
        return ""
    return f", off by {gap:.3g}" if math.isfinite(gap) else ""


def _compare_arrays(
    actual: Any, expected: np.ndarray, tolerance: _Tolerance, where: str
) -> Difference | None:
    if expected.shape == () and isinstance(actual, np.generic | int | float):
        actual = np.asarray(actual)
    wanted = f"an array of shape {expected.shape}"
    if not isinstance(actual, np.ndarray):
        return _wrong_type(actual, wanted, where)
    if actual.shape != expected.shape:
        return _said(where, f"shape {actual.shape} for {expected.shape}")
    if (actual.dtype == bool) != (expected.dtype == bool) or actual.dtype.kind not in (
        "biuf" if expected.dtype.kind != "c" else "biufc"
    ):
        return _said(where, f"dtype {actual.dtype} for {expected.dtype}")
    if expected.dtype == bool:
        wrong = actual != expected
    else:
        wrong = _wrong_elements(actual, expected, tolerance)
    if not wrong.any():
        return None
    return _first_wrong(actual, expected, wrong, tolerance, where)


def _wrong_elements(
    actual: np.ndarray, expected: np.ndarray, tolerance: _Tolerance
) -> np.ndarray:
    with np.errstate(all="ignore"):
        gap = np.abs(actual.astype(np.result_type(actual, np.float64)) - expected)
        close = gap <= tolerance.atol + tolerance.rtol * np.abs(expected)
    finite = np.isfinite(expected)
    same = (actual == expected) | (np.isnan(actual) & np.isnan(expected))
    wrong: np.ndarray = ~np.where(finite, close, same)
    return wrong


def _first_wrong(
    actual: np.ndarray,
    expected: np.ndarray,
    wrong: np.ndarray,
    tolerance: _Tolerance,
    where: str,
) -> Difference:
    index = tuple(int(i) for i in np.argwhere(wrong)[0])
    element, right = actual[index], expected[index]
    count = int(wrong.sum())
    place = f"{where}{list(index)}" if index else where
    text = f"{show(element)} for {show(right)}"
    if expected.dtype == bool:
        allowed = None
    else:
        text += _gap(element, right)
        allowed = f"±{tolerance.of(float(abs(right))):.2g}"
    if wrong.size > 1:
        text += f" ({count} of {wrong.size} elements differ)"
    return _said(place, text, allowed)


def _wrong_type(actual: Any, wanted: str, where: str) -> Difference:
    return Difference(
        differs=f"{where or 'the result'} is {type_of(actual)}, not {wanted}"
    )


def _said(where: str, text: str, allowed: str | None = None) -> Difference:
    return Difference(differs=f"{where}: {text}" if where else text, allowed=allowed)


def _count(number: int) -> str:
    words = ("no", "one", "two", "three", "four", "five", "six")
    return words[number] if number < len(words) else str(number)
