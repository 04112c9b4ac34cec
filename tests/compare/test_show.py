"""Values as text: nothing that differs looks the same."""

import math
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.compare import show, show_call
from grader.compare.show import counted, type_of
from grader.remote import RemoteObject

FLOATS = st.floats(allow_nan=False)


@given(FLOATS, st.booleans())
def test_two_different_floats_never_look_the_same(number: float, up: bool) -> None:
    """A float and its very neighbour are shown with all their digits."""
    other = math.nextafter(number, math.inf if up else -math.inf)
    assert (show(number) == show(other)) is (number == other)
    assert show(number) == show(np.float64(number)) == repr(number)


@given(st.sampled_from(["f2", "f4"]), st.integers(0, 2**31 - 1))
def test_numpy_floats_show_their_exact_value(dtype: str, bits: int) -> None:
    """A narrow float is shown as the double that it is equal to."""
    number = np.uint32(bits).view("f4") if dtype == "f4" else np.uint16(bits % 2**15)
    number = number if dtype == "f4" else number.view("f2")
    text = show(number)
    assert number != number or float(text) == number
    assert text == show(np.array([number])[0])


@given(st.complex_numbers(allow_nan=False), st.complex_numbers(allow_nan=False))
def test_different_complex_numbers_look_different(a: complex, b: complex) -> None:
    """Complex numbers look the same only if they are equal."""
    assert a == b or show(a) != show(b)


SHOWN: dict[str, Any] = {
    "0.1": 0.1,
    "0.10000000149011612": np.float32(0.1),
    "-0.0": -0.0,
    "nan": np.float64("nan"),
    "-inf": -math.inf,
    "1e-300": 1e-300,
    "3": np.int64(3),
    "True": np.True_,
    "(1-2j)": np.complex64(1 - 2j),
    "1.0": np.longdouble(1),
    "1j": np.clongdouble(1j),
    "None": None,
    "'a\\x1b[0m'": "a\x1b[0m",
    "'text'": np.str_("text"),
    "b'a'": b"a",
    "()": (),
    "(1,)": (1,),
    "(1, [2.0, (None,)])": (np.int8(1), [2.0, (None,)]),
    "{'a': 1, 2: [0.5]}": {"a": 1, 2: [np.float32(0.5)]},
    "{}": {},
    "array([1.0, 2.5])": np.array([1.0, 2.5]),
    "array([1, 2])": np.array([1, 2]),
    "array([True])": np.array([True]),
    "array([[1.0], [nan]])": np.array([[1.0], [math.nan]]),
    "array([1.0], dtype=float32)": np.array([1.0], "f4"),
    "array([1], dtype=uint8)": np.array([1], "u1"),
    "array([1.0], dtype=>f8)": np.array([1.0], ">f8"),
    "array(0.5)": np.array(0.5),
    "array([])": np.array([]),
    "array([], shape=(0, 3))": np.zeros((0, 3)),
    "array([[], []], shape=(2, 0), dtype=int8)": np.zeros((2, 0), "i1"),
    "Ellipsis": ...,
    "slice(1, None, None)": slice(1, None),
    "sin": math.sin,
    "<lambda>": lambda x: x,
    "float32": np.float32,
    "dtype('float32')": np.dtype("f4"),
    "Generator(PCG64)": np.random.default_rng(0),
    "<object object>": object(),
}


@pytest.mark.parametrize("text", SHOWN)
def test_shown(text: str) -> None:
    """A value is shown as Python would write it, without numpy's names for numbers."""
    assert show(SHOWN[text]) == text


def test_no_address_is_shown() -> None:
    """What has no text of its own looks the same in every run."""
    assert show([partial(show)]) == "[functools.partial(<function show>)]"


def test_what_is_long_shows_both_ends() -> None:
    """Of more than 40 elements, the ends and the number of all are shown."""
    forty, more = list(range(40)), list(range(41))
    assert show(forty) == repr(forty)
    assert show(more) == "[0, 1, 2, ..., 38, 39, 40] (41 items)"
    assert show(tuple(more)) == "(0, 1, 2, ..., 38, 39, 40) (41 items)"
    assert show(np.array(forty)) == f"array({forty!r})"
    assert show(np.array(more, float)) == (
        "array of shape (41,), float64: 0.0, 1.0, 2.0, ..., 38.0, 39.0, 40.0"
    )
    assert show(np.arange(50, dtype="i1").reshape(5, 10).T) == (
        "array of shape (10, 5), int8: 0, 10, 20, ..., 29, 39, 49"
    )
    assert show(dict.fromkeys(forty)) == repr(dict.fromkeys(forty))
    assert show(dict.fromkeys(more, 0.5)) == (
        "{0: 0.5, 1: 0.5, 2: 0.5, ..., 38: 0.5, 39: 0.5, 40: 0.5} (41 items)"
    )


def test_long_text_is_counted() -> None:
    """Text of more than 200 characters is cut, with its length."""
    assert show("a" * 200) == repr("a" * 200)
    assert show("a" * 201) == f"{'a' * 200!r}... (201 characters)"
    assert show(b"a" * 201) == f"{b'a' * 200!r}... (201 bytes)"


def test_everything_together_is_cut() -> None:
    """A value nested in values is cut at 2,000 characters, with its length."""
    value = [["b" * 100] * 40] * 40
    text = show(value)
    assert text.startswith("[['bbb")
    assert text[2000:] == f"... ({len(repr(value))} characters)"
    call = show_call("f", (value, value), {})
    assert (call[:6], call[2000:]) == ("f([['b", "... (4051 characters)")


def test_a_broadcast_of_terabytes_is_shown_at_once() -> None:
    """Only what is shown of an array is looked at."""
    array = np.broadcast_to(np.float64(0.5), (10**6, 10**6))
    assert show(array) == (
        "array of shape (1000000, 1000000), float64: 0.5, 0.5, 0.5, ..., 0.5, 0.5, 0.5"
    )


def test_integers_of_any_size() -> None:
    """An integer is shown with all its digits, in base 16 where Python refuses 10."""
    largest = 2**4095 - 1  # that may cross the wire
    assert show(largest) == str(largest)
    assert show(1 << 20000) == hex(1 << 20000)[:2000] + "... (5003 characters)"


def test_calls() -> None:
    """A call is shown as it would be written."""
    arguments = ([1.0], np.array([2.0]))
    assert show_call("gradient_check", arguments, {"tol": np.float64(1e-3)}) == (
        "gradient_check([1.0], array([2.0]), tol=0.001)"
    )
    assert show_call("f", (), {}) == "f()"


TYPES: list[tuple[Any, str]] = [
    (None, "None"),
    (1, "an int"),
    (True, "a bool"),
    (0.5, "a float"),
    (1j, "a complex"),
    ("a", "a str"),
    (b"a", "bytes"),
    ((), "a tuple of no values"),
    ([1], "a list of one value"),
    ([1] * 12, "a list of 12 values"),
    ({}, "a dict"),
    (np.bool_(True), "a numpy.bool"),
    (np.float64(1), "a numpy.float64"),
    (np.int8(1), "a numpy.int8"),
    (np.zeros((2, 3), "i4"), "an array of shape (2, 3) and dtype int32"),
    (object(), "an object"),
]


@pytest.mark.parametrize(
    ("value", "words"), TYPES, ids=lambda value: str(value).partition(" at 0x")[0]
)
def test_types_in_words(value: Any, words: str) -> None:
    """A type is named so that Python's and numpy's are told apart."""
    assert type_of(value) == words


def test_a_students_object_is_named_by_its_own_type() -> None:
    """An object that stays in the student's process is shown without asking it."""
    remote: Any = None  # no process: whatever asked the object would fail
    value = RemoteObject(remote, 3, "Value")
    assert show([value]) == "[<Value object>]"
    assert type_of(value) == "<Value object>"


def test_numbers_in_words() -> None:
    """Small numbers are words, and the noun agrees with them."""
    counts = [counted(number, "value") for number in (0, 1, 2, 6, 7)]
    assert counts == ["no values", "one value", "two values", "six values", "7 values"]
