"""Arguments arrive in the student's process as they were in the test."""

from collections.abc import Callable
from fractions import Fraction
from typing import Any

import numpy as np
import pytest

from grader.wire.arguments import ArgumentDecoder, Reference, encode_arguments
from grader.wire.codes import TYPES

Function = Callable[..., Any]


class Stub:
    """What stands for a function of the test in the student's process."""

    def __init__(self, number: int, name: str) -> None:
        self.number, self.name = number, name


class Box:
    """The other side: objects by number, names by path."""

    def __init__(self) -> None:
        self.functions: list[Function] = []
        self.decoder = ArgumentDecoder(
            handle=lambda number: f"object {number}", function=Stub, resolve=list
        )

    def keep(self, function: Function) -> tuple[int, str]:
        self.functions.append(function)
        return len(self.functions) - 1, getattr(function, "__name__", "?")


def cross(value: object) -> Any:
    """Pass a value to the student."""
    box = Box()
    return box.decoder.decode(encode_arguments(value, box.keep))


def refused(value: object) -> str:
    """Return why something cannot be passed."""
    with pytest.raises(TypeError) as caught:
        encode_arguments([value], Box().keep)
    return str(caught.value)


UNPASSABLE = {
    "an array of dtype object cannot be passed": np.array([None, 1]),
    "an array of dtype [('a', '<f8')] cannot be passed": np.zeros(2, [("a", "f8")]),
    "an array of dtype StringDType() cannot be passed": np.array(
        ["a"], np.dtypes.StringDType()
    ),
    "a matrix cannot be passed to the student": np.ones((1, 1)).view(np.matrix),
    "a MaskedArray cannot be passed to the student": np.ma.masked_array([1.0]),
    "a str_ cannot be passed to the student": np.str_("a"),
    "a set cannot be passed to the student": {1},
    "a range cannot be passed to the student": range(3),
    "a Fraction cannot be passed to the student": Fraction(1, 2),
    "a list_iterator cannot be passed to the student": iter([1]),
    "a RandomState cannot be passed to the student": np.random.RandomState(0),
    "cannot be passed to the student: a string with lone surrogates": "\ud800",
    "cannot be passed to the student: an integer of more than 512 bytes": 1 << 5000,
}


@pytest.mark.parametrize("reason", UNPASSABLE)
def test_what_cannot_be_passed(reason: str) -> None:
    """What does not cross is the author's fault and says of which type it is."""
    value = UNPASSABLE[reason]
    assert refused(value) == reason
    assert refused(({"k": [value]},)) == reason


def test_a_list_in_itself_cannot_be_passed() -> None:
    """A list without an end is refused."""
    loop: list[object] = []
    loop.append(loop)
    reason = "cannot be passed to the student: nested too deeply, perhaps in itself"
    assert refused(loop) == reason


def test_values_arrive_as_in_values() -> None:
    """All that may come back may be passed as well, wherever arrays are among it."""
    value = [None, True, 2**70, 0.5, 1j, "é", b"b", (1, [2]), np.float32(0.5)]
    crossed = cross([value, np.zeros(1)])[0]
    assert crossed == value
    assert list(map(type, crossed)) == list(map(type, value))


def test_any_key_may_be_passed() -> None:
    """The keys of a test's own dict are not those of a stranger: all may cross."""
    value = {0.5: 1, None: 2, (1, (2, 3)): 4, np.int64(3): 5, 2**70: 6}
    assert cross(value) == value
    assert list(map(type, cross(value))) == list(map(type, value))


BIT_GENERATORS = [
    np.random.PCG64,
    np.random.PCG64DXSM,
    np.random.MT19937,
    np.random.Philox,
    np.random.SFC64,
]


@pytest.mark.parametrize("kind", BIT_GENERATORS)
def test_random_generators_continue_their_stream(kind: Any) -> None:
    """A generator goes on where it stood, half-used words included."""
    rng = np.random.Generator(kind(5))
    rng.integers(0, 10, size=3, dtype=np.uint32)  # leaves half a word in the buffer
    crossed = cross({"rng": (rng,)})["rng"][0]
    assert type(crossed) is np.random.Generator
    assert type(crossed.bit_generator) is kind
    assert crossed.integers(0, 2**31, 5, np.uint32).tolist() == (
        rng.integers(0, 2**31, 5, np.uint32).tolist()
    )
    assert crossed.normal(size=4).tolist() == rng.normal(size=4).tolist()


def test_a_generator_is_a_copy() -> None:
    """Drawing over there leaves the test's own generator where it was."""
    rng = np.random.default_rng(1)
    cross(rng).normal(size=10)
    assert rng.normal() == np.random.default_rng(1).normal()


def test_a_generator_of_a_foreign_kind() -> None:
    """A bit generator that numpy does not have cannot be rebuilt."""

    class Own(np.random.PCG64):
        pass

    reason = "a Generator cannot be passed to the student"
    assert refused(np.random.Generator(Own(1))) == reason


@pytest.mark.parametrize(
    "value", [slice(None), slice(1, 10**20, -2), slice(np.int8(1), 2.5), slice((1,))]
)
def test_slices(value: slice) -> None:
    """A slice keeps its three parts."""
    assert cross([value]) == [value]
    assert type(cross(value).start) is type(value.start)


def test_ellipsis() -> None:
    """Three dots arrive as three dots."""
    assert cross([..., (..., None)]) == [..., (..., None)]


@pytest.mark.parametrize("kind", TYPES, ids=lambda kind: kind.__name__)
def test_types(kind: type) -> None:
    """The types of numbers arrive as themselves, for ``dtype=np.float32``."""
    assert cross({"dtype": kind})["dtype"] is kind


@pytest.mark.parametrize("text", ["<f4", ">f8", "?", "<U3", "<M8[ns]", "O"])
def test_dtypes(text: str) -> None:
    """A dtype arrives as an equal one."""
    assert cross(np.dtype(text)) == np.dtype(text)


@pytest.mark.parametrize("dtype", [[("a", "f8")], ("f8", (2,))], ids=repr)
def test_dtypes_with_parts_cannot_be_passed(dtype: Any) -> None:
    """A structured dtype's text would not say what its fields are."""
    name = type(np.dtype(dtype)).__name__
    assert refused(np.dtype(dtype)) == f"a {name} cannot be passed to the student"


def test_functions_are_kept_and_named() -> None:
    """A function stays with the test: its number and name arrive."""

    def loss(x: float) -> float:
        return x

    box = Box()
    message = encode_arguments([loss, (np.exp, {"k": Fraction})], box.keep)
    first, (second, third) = box.decoder.decode(message)
    assert [vars(stub) for stub in (first, second, third["k"])] == [
        {"number": 0, "name": "loss"},
        {"number": 1, "name": "exp"},
        {"number": 2, "name": "Fraction"},
    ]
    assert box.functions == [loss, np.exp, Fraction]


def test_references_are_resolved_over_there() -> None:
    """A name in the student's process crosses as its path."""
    assert cross([Reference(("student", "Value"))]) == [["student", "Value"]]


def test_handles_are_resolved_over_there() -> None:
    """An object of the student's goes home by its number."""

    class Remote:
        def wire_extension(self) -> tuple[int, object]:
            return 6, [3, "Value"]

    assert cross((Remote(), [Remote()])) == ("object 3", ["object 3"])
