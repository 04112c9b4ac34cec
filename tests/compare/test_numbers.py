"""Near or not: checked against exact arithmetic, which knows no rounding."""

import math
from fractions import Fraction
from typing import Any

import mpmath
import numpy as np
import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.compare import difference
from grader.compare.numbers import Tolerance, near, plain, wrong_elements

ROUNDING = Fraction(1, 2**48)  # relative: closer to the border than this, all may be

FLOATS = st.floats(allow_nan=False, allow_infinity=False)
INTEGERS = st.integers(-(2**70), 2**70) | st.sampled_from([10**400, -(10**400)])
TOLERANCES = st.builds(
    Tolerance,
    rtol=st.sampled_from([0.0, 1e-15, 1e-6, 0.5]) | st.floats(0.0, 1.0),
    atol=st.sampled_from([0.0, 5e-324, 1e-15, 1.0]) | st.floats(0.0, 1e6),
)
FACTORS = st.sampled_from([0.0, 0.5, 0.99, 1.01, 2.0, 1e9]) | st.floats(-2.0, 2.0)


def exact(actual: float, expected: float, tolerance: Tolerance) -> bool | None:
    """Decide with fractions; None where rounding may go either way."""
    gap = abs(Fraction(actual) - Fraction(expected))
    allowed = Fraction(tolerance.atol) + Fraction(tolerance.rtol) * abs(
        Fraction(expected)
    )
    if abs(gap - allowed) <= ROUNDING * max(gap, allowed) and gap:
        return None
    return gap <= allowed


@st.composite
def pairs(draw: st.DrawFn) -> tuple[float, float, Tolerance]:
    """Draw a right value, a tolerance, and a value that is near to the border."""
    expected, tolerance = draw(FLOATS | INTEGERS), draw(TOLERANCES)
    if abs(expected) > 1e300:
        return draw(FLOATS | INTEGERS), expected, tolerance
    allowed = tolerance.atol + tolerance.rtol * abs(expected)
    return expected + draw(FACTORS) * allowed, expected, tolerance


@settings(max_examples=300, deadline=None)
@given(pairs() | st.tuples(FLOATS | INTEGERS, FLOATS | INTEGERS, TOLERANCES))
@example((2**53 + 1, float(2**53), Tolerance(rtol=0.0, atol=0.0)))
@example((10**400 + 1, 10**400, Tolerance(rtol=0.0, atol=0.5)))
@example((1e308, -1e308, Tolerance(rtol=1.0, atol=1e308)))
def test_near_agrees_with_exact_arithmetic(case: tuple[Any, Any, Tolerance]) -> None:
    """A float or integer passes exactly where the formula says so."""
    actual, expected, tolerance = case
    right = exact(actual, expected, tolerance)
    assume(right is not None)
    assert near(actual, expected, tolerance) is right


@given(INTEGERS, st.integers(-2, 2), st.sampled_from([0.0, 1.0, 1.5]))
def test_integers_are_compared_exactly(expected: int, gap: int, atol: float) -> None:
    """An integer of any size is off by exactly what it is off by."""
    tolerance = Tolerance(rtol=0.0, atol=atol)
    assert near(expected + gap, expected, tolerance) is (abs(gap) <= atol)


@settings(max_examples=150, deadline=None)
@given(
    st.complex_numbers(max_magnitude=1e150),
    st.complex_numbers(max_magnitude=1.0),
    FACTORS,
    TOLERANCES,
)
def test_complex_numbers_agree_with_sixty_digits(
    expected: complex, direction: complex, factor: float, tolerance: Tolerance
) -> None:
    """A complex number's gap is the length of the difference, in every direction."""
    actual = expected + direction * factor * (tolerance.atol + abs(expected) * 1e-6)
    with mpmath.workdps(60):
        gap = abs(mpmath.mpc(actual) - mpmath.mpc(expected))
        allowed = tolerance.atol + tolerance.rtol * abs(mpmath.mpc(expected))
        assume(gap == 0 or abs(gap - allowed) > max(gap, allowed) * 1e-14)
        right = bool(gap <= allowed)
    assert near(actual, expected, tolerance) is right


SPECIAL = st.sampled_from([math.nan, math.inf, -math.inf])


@given(SPECIAL, FLOATS | SPECIAL | INTEGERS, TOLERANCES)
def test_what_is_not_finite_passes_for_itself_only(
    special: float, other: float, tolerance: Tolerance
) -> None:
    """NaN and infinity are right where they are expected, and nowhere else."""
    same = other == special or (other != other and special != special)
    assert near(special, other, tolerance) is same
    assert near(other, special, tolerance) is same


DTYPES = ["i1", "u1", "i4", "u8", "f2", "f4", "f8", ">f8"]
ARRAYS = hnp.arrays(st.sampled_from(DTYPES), st.just((3, 2)))


@settings(max_examples=100, deadline=None)
@pytest.mark.filterwarnings("error")
@given(ARRAYS, ARRAYS, TOLERANCES, st.booleans())
def test_arrays_agree_with_their_elements(
    actual: np.ndarray, expected: np.ndarray, tolerance: Tolerance, some: bool
) -> None:
    """An element of an array is wrong where it would be wrong alone."""
    if some and actual.dtype == expected.dtype:
        actual[0] = expected[0]
    wrong = wrong_elements(actual, expected, tolerance)
    for index in np.ndindex(3, 2):
        number, right = plain(actual[index]), plain(expected[index])
        if math.isfinite(number) and math.isfinite(right):
            decided = exact(number, right, tolerance)
            if decided is None or max(abs(number), abs(right)) > 2**53:
                continue
        else:
            decided = number == right or (number != number and right != right)
        assert wrong[index] == (not decided)


@settings(max_examples=100, deadline=None)
@given(ARRAYS, ARRAYS, TOLERANCES)
def test_a_wrong_array_always_has_its_words(
    actual: np.ndarray, expected: np.ndarray, tolerance: Tolerance
) -> None:
    """There is a difference exactly where an element is wrong, and it says which."""
    found = difference(actual, expected, rtol=tolerance.rtol, atol=tolerance.atol)
    wrong = wrong_elements(actual, expected, tolerance)
    assert (found is not None) == wrong.any()
    if found is not None:
        place = found.differs.partition("]")[0].strip("[")
        assert wrong[tuple(map(int, place.split(",")))]
        count = wrong.sum()
        noun = f"{count} of 6 elements differ{'s' if count == 1 else ''}"
        assert found.differs.endswith(f"({noun})")


PLAIN: list[tuple[Any, Any]] = [
    (np.float32(0.5), 0.5),
    (np.longdouble(0.5), 0.5),
    (np.int8(-3), -3),
    (np.bool_(True), True),
    (np.complex64(1j), 1j),
    (np.clongdouble(1j), 1j),
    (np.array(2), 2),
    (np.array(True), True),
    (np.array(0.5, "f2"), 0.5),
    ("text", "text"),
    (None, None),
]


@pytest.mark.parametrize(("value", "expected"), PLAIN, ids=repr)
def test_plain_numbers(value: Any, expected: Any) -> None:
    """A numpy scalar or 0-d array becomes Python's own number, others stay."""
    assert (plain(value), type(plain(value))) == (expected, type(expected))
