"""How the first difference from a right value is told."""

from typing import Any

import numpy as np
import pytest

from grader.compare import Difference, difference

NAN, INF = float("nan"), float("inf")


def found(
    actual: Any,
    expected: Any,
    *,
    rtol: float = 1e-6,
    atol: float = 0.0,
    names: tuple[str, ...] = (),
) -> Difference | None:
    """Compare with the tolerances of an ordinary problem."""
    return difference(actual, expected, rtol=rtol, atol=atol, names=names)


def told(actual: Any, expected: Any, **options: Any) -> str:
    """Return the words for a difference that there must be."""
    difference_found = found(actual, expected, **options)
    assert difference_found is not None
    return difference_found.differs


WRONG: dict[str, tuple[Any, Any, str, str | None]] = {
    "far": (0.75, 0.5, "0.75 for 0.5, off by 0.25", "±5e-07"),
    "negative": (-0.5, 0.5, "-0.5 for 0.5, off by 1", "±5e-07"),
    "negative right": (0.5, -0.5, "0.5 for -0.5, off by 1", "±5e-07"),
    "zero is right": (1e-300, 0.0, "1e-300 for 0.0, off by 1e-300", "±0"),
    "NaN": (NAN, 0.5, "nan for 0.5", "±5e-07"),
    "infinity": (INF, 0.5, "inf for 0.5", "±5e-07"),
    "minus infinity": (-INF, 2, "-inf for 2", "±2e-06"),
    "NaN for an integer": (NAN, 2, "nan for 2", "±2e-06"),
    "numpy NaN": (np.float32(NAN), 0.5, "nan for 0.5", "±5e-07"),
    "number for infinity": (1e308, INF, "1e+308 for inf", None),
    "wrong infinity": (-INF, INF, "-inf for inf", None),
    "NaN for infinity": (NAN, INF, "nan for inf", None),
    "number for NaN": (0.0, NAN, "0.0 for nan", None),
    "infinity for NaN": (INF, NAN, "inf for nan", None),
    "huge integer": (10**400, 1.5, f"{10**400} for 1.5", "±1.5e-06"),
    "huge right integer": (1.5, 10**400, f"1.5 for {10**400}", None),
    "huge integers": (
        10**400 + 10**395,
        10**400,
        f"{10**400 + 10**395} for {10**400}",
        None,
    ),
    "infinity for a huge integer": (INF, 10**400, f"inf for {10**400}", None),
    "huge integer for complex": (10**400, 1j, f"{10**400} for 1j", "±1e-06"),
    "small unsigned": (np.uint8(3), 5, "3 for 5, off by 2", "±5e-06"),
    "wrapping": (np.int8(-100), 100, "-100 for 100, off by 200", "±0.0001"),
    "too large for its dtype": (np.int8(1), 1000, "1 for 1000, off by 999", "±0.001"),
    "complex": (1 + 1j, 1 - 2j, "(1+1j) for (1-2j), off by 3", "±2.24e-06"),
    "real for complex": (1.0, 1 - 2j, "1.0 for (1-2j), off by 2", "±2.24e-06"),
    "complex NaN": (complex(NAN, 1), 1j, "(nan+1j) for 1j", "±1e-06"),
    "largest complex": (
        complex(-1.7e308, 1.7e308),
        complex(1.7e308, -1.7e308),
        "(-1.7e+308+1.7e+308j) for (1.7e+308-1.7e+308j)",
        None,
    ),
    "0-d array": (np.array(0.75), 0.5, "0.75 for 0.5, off by 0.25", "±5e-07"),
    "three digits hide it": (
        1.0000010001,
        1.0,
        "1.0000010001 for 1.0, off by 1.0001e-06",
        "±1e-06",
    ),
    "six digits hide it": (
        1.0000010000000001,
        1.0,
        "1.0000010000000001 for 1.0, off by 1.000000000139778e-06",
        "±9.9999999999999995e-07",
    ),
}


@pytest.mark.parametrize("name", WRONG)
def test_wrong_numbers(name: str) -> None:
    """A wrong number is shown with the gap and what was allowed."""
    actual, expected, differs, allowed = WRONG[name]
    assert found(actual, expected) == Difference(differs=differs, allowed=allowed)


@pytest.mark.parametrize("number", [np.float32(0.1), np.array(0.1, "f4")])
def test_single_precision_is_not_compared_in_single_precision(number: Any) -> None:
    """0.1 in single precision is not 0.1: the right value is not rounded to match."""
    reason = "0.10000000149011612 for 0.1, off by 1.49e-09"
    assert told(number, 0.1, rtol=1e-12) == reason
    array = np.array([0.1], "f4")
    assert told(array, np.array([0.1]), rtol=1e-12) == f"[0]: {reason}"
    assert found(number, 0.1, rtol=1e-7) is None


def test_a_tolerance_is_not_rounded_to_the_dtype_of_the_right_value() -> None:
    """A tolerance below the smallest half-precision number still counts."""
    right = np.array([0.0], "f2")
    assert found(np.array([1e-9]), right, atol=1e-8) is None
    assert (
        told(np.array([1e-7]), right, atol=1e-8) == "[0]: 1e-07 for 0.0, off by 1e-07"
    )


NAMES = ("error", "ok")
NAMED: dict[str, tuple[Any, str]] = {
    "error": ((NAN, True), "[0] error: nan for 0.5"),
    "ok": ((0.5, False), "[1] ok: False for True"),
    "swapped": ((True, 0.5), "[0] error is a bool, not a number"),
    "ok as int": ((0.5, 1), "[1] ok is an int, not True or False"),
    "nothing": (
        None,
        "the result is None, not a tuple of two values (error, ok); "
        "is there no return?",
    ),
    "half": (0.5, "the result is a float, not a tuple of two values (error, ok)"),
    "more": (
        (0.5, True, 1),
        "the result is a tuple of three values, not a tuple of two values (error, ok)",
    ),
    "half nothing": ((None, True), "[0] error is None, not a number"),
    "in an array": (
        (np.array([0.5]), True),
        "[0] error is an array of shape (1,) and dtype float64, not a number",
    ),
}


@pytest.mark.parametrize("name", NAMED)
def test_parts_are_called_by_name(name: str) -> None:
    """The parts of the outermost tuple have names in messages."""
    actual, reason = NAMED[name]
    assert told(actual, (0.5, True), names=NAMES) == reason


def test_only_the_outermost_parts_have_names() -> None:
    """Names do not repeat in what is nested, and may be fewer than the parts."""
    right = (1.0, (2.0, 3.0), 4.0)
    assert told((1.0, (2.0, 0.0), 4.0), right, names=("a", "b")) == (
        "[1] b[1]: 0.0 for 3.0, off by 3"
    )
    assert told((1.0, (2.0, 3.0), 0.0), right, names=("a", "b")) == (
        "[2]: 0.0 for 4.0, off by 4"
    )


def test_numbers_whose_size_overflows() -> None:
    """Where what is allowed overflows as well, nothing is near."""
    large = complex(1.7e308, -1.7e308)
    assert told(np.array([-large]), np.array([large])) == (
        "[0]: (-1.7e+308+1.7e+308j) for (1.7e+308-1.7e+308j)"
    )
    assert found(large, large) is found(np.array([large]), np.array([large])) is None


GRADIENT = np.array([[1.0, 2.0], [3.0, 4.0]])


def changed(*places: tuple[int, int, float]) -> np.ndarray:
    """Return the gradient with some entries replaced."""
    array = GRADIENT.copy()
    for row, column, value in places:
        array[row, column] = value
    return array


def test_the_first_wrong_element_and_how_many_are() -> None:
    """An array's first wrong element is told in full, and how many there are."""
    assert found(changed((1, 0, 5.0)), GRADIENT) == Difference(
        differs="[1, 0]: 5.0 for 3.0, off by 2 (1 of 4 elements differs)",
        allowed="±3e-06",
    )
    assert found(changed((0, 1, 5.0), (1, 0, 5.0)), GRADIENT) == Difference(
        differs="[0, 1]: 5.0 for 2.0, off by 3 (2 of 4 elements differ)",
        allowed="±2e-06",
    )
    assert told(np.array([2.0]), np.array([1.0])) == "[0]: 2.0 for 1.0, off by 1"


def test_not_finite_comes_before_far_off() -> None:
    """A NaN is told first, even where an earlier element is wrong as well."""
    assert told(changed((0, 0, 9.0), (1, 1, NAN)), GRADIENT) == (
        "[1, 1]: nan for 4.0 (2 of 4 elements differ)"
    )
    right = np.array([1.0, INF])
    assert found(np.array([2.0, 3.0]), right) == Difference(
        differs="[1]: 3.0 for inf (2 of 2 elements differ)", allowed=None
    )


def test_the_order_of_reasons() -> None:
    """Type is told before shape, shape before dtype, dtype before values."""
    right = np.array([1.0, 2.0])
    assert told([NAN, NAN, NAN], right) == (
        "the result is a list of three values, not an array of shape (2,)"
    )
    assert told(np.array([NAN, 0, 0], complex), right) == "shape (3,) for (2,)"
    assert told(np.array([NAN, 0], complex), right) == "dtype complex128 for float64"
    assert told(np.array([9.0, NAN]), right) == (
        "[1]: nan for 2.0 (2 of 2 elements differ)"
    )
    assert told(np.array([9.0, 2.0]), right) == (
        "[0]: 9.0 for 1.0, off by 8 (1 of 2 elements differs)"
    )


def test_arrays_inside() -> None:
    """The place of an element is its path: name, key and index."""
    right = ({"W": GRADIENT}, True)
    assert told(({"W": changed((1, 1, 0.0))}, True), right, names=("grads", "ok")) == (
        "[0] grads['W'][1, 1]: 0.0 for 4.0, off by 4 (1 of 4 elements differs)"
    )
    assert told(({"W": GRADIENT.T[:1]}, True), right, names=("grads", "ok")) == (
        "[0] grads['W']: shape (1, 2) for (2, 2)"
    )


def test_boolean_arrays() -> None:
    """Booleans have neither gap nor tolerance."""
    assert found(np.array([True, True]), np.array([True, False])) == Difference(
        differs="[1]: True for False (1 of 2 elements differs)", allowed=None
    )
    assert told(np.array([False]), np.array([True]), rtol=2.0, atol=2.0) == (
        "[0]: False for True"
    )


def test_integers_in_arrays_are_compared_exactly() -> None:
    """Integers that are equal as floats only are not equal without a tolerance."""
    actual, right = np.array([2**60 + 1]), np.array([2**60])
    assert told(actual, right, rtol=0.0) == f"[0]: {2**60 + 1} for {2**60}, off by 1"
    lowest = np.array([-(2**63)])
    assert found(lowest, lowest, rtol=0.0) is None
    assert told(np.array([2**63], "u8"), lowest) == (
        f"[0]: {2**63} for {-(2**63)}, off by 1.84e+19"
    )


def test_long_text() -> None:
    """Of long text, the part that differs is shown."""
    right = "a" * 300 + "bcd"
    assert told("a" * 300 + "bxd", right) == "from character 301 on, 'xd' for 'cd'"
    assert told("a" * 300, right) == "from character 300 on, '' for 'bcd'"
    assert told("x" + right, right) == (
        "from character 0 on, 'xaaaaaaaaaaaaaaaaaaa' for 'aaaaaaaaaaaaaaaaaaaa'"
    )
