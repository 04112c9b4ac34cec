"""What is accepted for a right value, and of what else is said that it is not."""

from collections import namedtuple
from typing import Any

import numpy as np
import pytest

from grader.compare import Difference, difference

PAIR = namedtuple("PAIR", "error ok")
NAN, INF = float("nan"), float("inf")
ARRAY = np.array([1.0, 2.0])


def found(actual: Any, expected: Any) -> Difference | None:
    """Compare with the tolerances of an ordinary problem."""
    return difference(actual, expected, rtol=1e-6, atol=0.0)


ACCEPTED = {
    "float": (0.5, 0.5),
    "numpy float": (np.float64(0.5), 0.5),
    "single precision": (np.float32(0.5), 0.5),
    "half precision": (np.float16(0.5), 0.5),
    "whole number": (2, 2.0),
    "numpy integer": (np.uint8(2), 2.0),
    "float for an integer": (2.0, 2),
    "0-d array": (np.array(0.5), 0.5),
    "0-d integer array": (np.array(2), 2.0),
    "minus zero": (-0.0, 0.0),
    "bool": (True, True),
    "numpy bool": (np.True_, True),
    "0-d boolean array": (np.array(True), True),
    "a numpy bool is right": (False, np.False_),
    "real for complex": (2.0, 2.0 + 0.0j),
    "complex": (np.complex64(1j), 1j),
    "tuple": ((0.5, True), (0.5, True)),
    "list for a tuple": ([0.5, True], (0.5, True)),
    "tuple for a list": ((1.0, 2.0), [1.0, 2.0]),
    "namedtuple": (PAIR(0.5, True), (0.5, True)),
    "a namedtuple is right": ((0.5, True), PAIR(0.5, True)),
    "nothing in it": ((), []),
    "nested": ([(1.0, [True])], ([1.0, (True,)],)),
    "dict": ({"a": 1, "b": (ARRAY,)}, {"b": (ARRAY,), "a": 1.0}),
    "array": (ARRAY, ARRAY),
    "integer array": (np.array([1, 2]), ARRAY),
    "float array for integers": (ARRAY, np.array([1, 2])),
    "single precision array": (ARRAY.astype("f4"), ARRAY),
    "real array for complex": (ARRAY, ARRAY.astype(complex)),
    "boolean array": (np.array([True]), np.array([True])),
    "empty array": (np.zeros((0, 3)), np.zeros((0, 3))),
    "number for a 0-d array": (0.5, np.array(0.5)),
    "numpy number for a 0-d array": (np.float32(0.5), np.array(0.5)),
    "0-d arrays": (np.array(0.5), np.array(0.5)),
    "bool for a 0-d array": (True, np.array(True)),
    "complex for a 0-d array": (1j, np.array(1j)),
    "infinity": (INF, INF),
    "minus infinity": (np.float32(-INF), -INF),
    "NaN where NaN is right": (NAN, NAN),
    "NaN and infinity in arrays": (np.array([NAN, -INF]), np.array([NAN, -INF])),
    "None": (None, None),
    "text": ("abc", "abc"),
    "bytes": (b"abc", b"abc"),
    "factorial": (30**50, 30**50),
}


@pytest.mark.parametrize("name", ACCEPTED)
def test_accepted(name: str) -> None:
    """What is as good as the right value passes."""
    actual, expected = ACCEPTED[name]
    assert found(actual, expected) is None


REFUSED: dict[str, tuple[Any, Any, str]] = {
    # a number
    "None": (None, 0.5, "the result is None, not a number; is there no return?"),
    "bool": (True, 1.0, "the result is a bool, not a number"),
    "numpy bool": (np.True_, 1.0, "the result is a numpy.bool, not a number"),
    "bool array": (
        np.array(True),
        1.0,
        "the result is an array of shape () and dtype bool, not a number",
    ),
    "text": ("0.5", 0.5, "the result is a str, not a number"),
    "shape (1,)": (
        np.array([0.5]),
        0.5,
        "the result is an array of shape (1,) and dtype float64, not a number",
    ),
    "list": ([0.5], 0.5, "the result is a list of one value, not a number"),
    "complex": (0.5 + 0j, 0.5, "the result is a complex, not a number"),
    "numpy complex": (
        np.complex64(0.5),
        0.5,
        "the result is a numpy.complex64, not a number",
    ),
    "complex for integer": (2 + 0j, 2, "the result is a complex, not a number"),
    "bool for complex": (True, 1j, "the result is a bool, not a number"),
    # a truth value
    "int": (1, True, "the result is an int, not True or False"),
    "float": (0.0, False, "the result is a float, not True or False"),
    "numpy int": (np.int8(1), True, "the result is a numpy.int8, not True or False"),
    "no truth": (
        None,
        True,
        "the result is None, not True or False; is there no return?",
    ),
    "word": ("True", True, "the result is a str, not True or False"),
    "array of truth": (
        np.array([True]),
        True,
        "the result is an array of shape (1,) and dtype bool, not True or False",
    ),
    "0-d int": (
        np.array(1),
        True,
        "the result is an array of shape () and dtype int64, not True or False",
    ),
    "wrong truth": (False, True, "False for True"),
    "wrong numpy truth": (np.array(True), False, "True for False"),
    # several values
    "one number": (
        0.5,
        (0.5, True),
        "the result is a float, not a tuple of two values",
    ),
    "one of one": (0.5, (0.5,), "the result is a float, not a tuple of one value"),
    "no values": (0.5, (), "the result is a float, not a tuple of no values"),
    "three values": (
        (0.5, True, 0),
        (0.5, True),
        "the result is a tuple of three values, not a tuple of two values",
    ),
    "many values": (
        [0.5] * 7,
        [0.5] * 10,
        "the result is a list of 7 values, not a list of 10 values",
    ),
    "array for a tuple": (
        ARRAY,
        (1.0, 2.0),
        "the result is an array of shape (2,) and dtype float64, "
        "not a tuple of two values",
    ),
    "text for a tuple": (
        "ab",
        ("a", "b"),
        "the result is a str, not a tuple of two values",
    ),
    "inside": ((1.0, (2.0, None)), (1.0, (2.0, 3.0)), "[1][1] is None, not a number"),
    # dicts
    "no dict": (
        [1],
        {"a": 1, 2: 3},
        "the result is a list of one value, not a dict with the keys 'a', 2",
    ),
    "no empty dict": ([], {}, "the result is a list of no values, not an empty dict"),
    "missing key": ({"a": 1}, {"a": 1, "b": 2}, "the key 'b' is missing"),
    "key of another type": ({"1": 1}, {1: 1}, "the key 1 is missing"),
    "extra key": ({"a": 1, "c": 2}, {"a": 1}, "the key 'c' does not belong there"),
    "in a dict": ({"a": (1, "b")}, {"a": (1, "c")}, "['a'][1]: 'b' for 'c'"),
    "missing inside": ([{}], [{"a": 1}], "[0]: the key 'a' is missing"),
    # other types
    "something for None": (0.5, None, "the result is a float, not None"),
    "number for text": (1, "a", "the result is an int, not a str"),
    "bytes for text": (b"a", "a", "the result is bytes, not a str"),
    "other text": ("b", "a", "'b' for 'a'"),
    # arrays
    "list for an array": (
        [1.0, 2.0],
        ARRAY,
        "the result is a list of two values, not an array of shape (2,)",
    ),
    "number for an array": (
        1.0,
        ARRAY,
        "the result is a float, not an array of shape (2,)",
    ),
    "shape": (np.zeros((2, 1)), ARRAY, "shape (2, 1) for (2,)"),
    "0-d for one": (np.array(1.0), np.array([1.0]), "shape () for (1,)"),
    "empty of another shape": (
        np.zeros((3, 0)),
        np.zeros((0, 3)),
        "shape (3, 0) for (0, 3)",
    ),
    "complex array": (ARRAY * 1j, ARRAY, "dtype complex128 for float64"),
    "bool array for numbers": (ARRAY > 1, ARRAY, "dtype bool for float64"),
    "numbers for booleans": (ARRAY, ARRAY > 1, "dtype float64 for bool"),
    "integers for booleans": (np.array([0, 1]), ARRAY > 1, "dtype int64 for bool"),
    "bool for complex array": (ARRAY > 1, ARRAY * 1j, "dtype bool for complex128"),
    "array for 0-d": (
        np.array([0.5]),
        np.array(0.5),
        "the result is an array of shape (1,) and dtype float64, not a number",
    ),
}


@pytest.mark.parametrize("name", REFUSED)
def test_refused(name: str) -> None:
    """What is no right value is refused with a reason that a student can read."""
    actual, expected, reason = REFUSED[name]
    assert found(actual, expected) == Difference(differs=reason, allowed=None)
