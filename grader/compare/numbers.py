"""Whether numbers are near enough to the right ones, and how far they are apart.

Floats are compared in double precision, whatever their dtype. Python's own integers are
compared exactly, of any size.
"""

import cmath
import math
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Final

import numpy as np

__all__ = ["Apart", "Tolerance", "apart", "near", "plain", "wrong_elements"]

_DIGITS: Final = (3, 6, 17)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tolerance:
    """A number passes if ``|actual - expected| <= atol + rtol * |expected|``."""

    rtol: float
    atol: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Apart:
    """The gap between two numbers and what was allowed, as text; None if unknown."""

    gap: str | None = None
    allowed: str | None = None


def plain(value: Any) -> Any:
    """Return a 0-d array or numpy scalar as Python's own number, others as they are."""
    if isinstance(value, np.ndarray) and value.shape == ():
        value = value[()]
    if isinstance(value, np.complexfloating):
        return complex(value)
    if isinstance(value, np.floating):
        return float(value)
    return value.item() if isinstance(value, np.integer | np.bool_) else value


def near(actual: complex, expected: complex, tolerance: Tolerance) -> bool:
    """Tell whether one of Python's own numbers is near enough to the right one."""
    if actual == expected:
        return True
    if not _finite(expected):
        return actual != actual and expected != expected  # both NaN
    gap = _gap(actual, expected)
    return bool(gap != math.inf and gap <= _allowed(expected, tolerance))


def apart(actual: complex, expected: complex, tolerance: Tolerance) -> Apart:
    """Describe the gap to the right number, with as many digits as show it."""
    if not _finite(expected):
        return Apart()
    gap = _float(_gap(actual, expected))
    allowed = _float(_allowed(expected, tolerance))
    for digits in _DIGITS:
        texts = f"{gap:.{digits}g}", f"{allowed:.{digits}g}"
        if not float(texts[0]) <= float(texts[1]):
            break
    return Apart(
        gap=texts[0] if math.isfinite(gap) else None,
        allowed=f"±{texts[1]}" if math.isfinite(allowed) else None,
    )


def wrong_elements(
    actual: np.ndarray, expected: np.ndarray, tolerance: Tolerance
) -> np.ndarray:
    """Return which elements of an array are not near enough to the right ones."""
    if expected.dtype == bool:
        return np.asarray(actual != expected)
    wide = np.result_type(actual, expected, np.float64)
    number, right = actual.astype(wide), expected.astype(wide)
    equal = (actual == expected) | (np.isnan(number) & np.isnan(right))
    with np.errstate(all="ignore"):
        gap = np.abs(number - right)
        close = gap <= tolerance.atol + tolerance.rtol * np.abs(right)
    close &= gap < np.inf  # which may be what is allowed, if that overflowed
    close &= (gap > 0) | equal  # integers may be equal as floats only
    return np.asarray(~np.where(np.isfinite(right), close, equal))


def _gap(actual: complex, expected: complex) -> Fraction | float:
    if not _finite(actual):
        return math.inf  # NaN is as far away
    if isinstance(actual, int | float) and isinstance(expected, int | float):
        if isinstance(actual, float) and isinstance(expected, float):
            return abs(actual - expected)
        return abs(Fraction(actual) - Fraction(expected))
    try:
        return _length(actual - expected)
    except OverflowError:  # an integer beyond the range of floats
        return math.inf


def _allowed(expected: complex, tolerance: Tolerance) -> Fraction | float:
    if isinstance(expected, int):
        return Fraction(tolerance.atol) + Fraction(tolerance.rtol) * abs(expected)
    return tolerance.atol + tolerance.rtol * _length(expected)


def _length(number: complex) -> float:
    return math.hypot(number.real, number.imag)  # abs() raises where it overflows


def _finite(number: complex) -> bool:
    return isinstance(number, int) or cmath.isfinite(number)


def _float(number: Fraction | float) -> float:
    try:
        return float(number)
    except OverflowError:
        return math.inf
