"""What has no exact type on the other side stays in the student's process."""

from collections import Counter, OrderedDict
from decimal import Decimal
from enum import IntEnum
from fractions import Fraction

import numpy as np
import pytest

from grader.wire.codes import Code
from grader.wire.errors import WireError
from grader.wire.values import decode, encode

HANDLE = "behind a handle"


class Flat(float):
    """A float subclass that claims to equal everything."""

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = float.__hash__


class Text(str):
    __slots__ = ()


class Number(int):
    pass


class Double(np.float64):
    pass


class Items(list):  # type: ignore[type-arg]
    pass


class Pair(tuple):  # type: ignore[type-arg]
    __slots__ = ()


class Colour(IntEnum):
    RED = 1


class Array(np.ndarray):
    pass


KEPT = [
    Flat(0.5),
    Text("a"),
    Number(3),
    Double(0.5),
    Items([1]),
    Pair((1, 2)),
    Colour.RED,
    OrderedDict(a=1),
    Counter("a"),
    np.ones((1, 1)).view(np.matrix),
    np.ma.masked_array([1.0], [True]),
    np.array([1.0]).view(Array),
    np.rec.array([(1,)], dtype=[("a", int)]),
    np.array([None]),
    np.array([(1,)], dtype=[("a", int)]),
    np.array("text"),
    np.array(b"bytes"),
    np.array("2026-01-01", "M8[D]"),
    np.datetime64("2026-01-01"),
    np.str_("a"),
    np.bytes_(b"a"),
    np.void(b"a"),
    Decimal(1),
    Fraction(1, 2),
    {1, 2},
    frozenset({1}),
    range(3),
    slice(1),
    ...,
    object(),
    len,
    float,
    np.dtype(float),
    iter([1]),
]


@pytest.mark.parametrize("value", KEPT, ids=lambda value: type(value).__name__)
def test_everything_else_stays_behind_a_handle(value: object) -> None:
    """A subclass or foreign type is kept over there: only a number and a name cross."""
    kept: list[object] = []

    def handle(item: object) -> tuple[int, str]:
        kept.append(item)
        return 7, type(item).__name__

    data = encode([1, value], handle)
    decoders = {Code.HANDLE: lambda payload: (HANDLE, payload)}
    first, (mark, payload) = decode(data, {**decoders})
    assert (first, mark) == (1, HANDLE)
    assert decode(payload, {}) == [7, type(value).__name__]
    assert [id(item) for item in kept] == [id(value)]


def test_a_handle_inside_a_tuple() -> None:
    """Handles nest in containers like values."""
    data = encode((1, [object()]), lambda _: (0, "object"))
    assert decode(data, {Code.HANDLE: lambda _: HANDLE}) == (1, [HANDLE])


def test_a_handle_that_nobody_expects() -> None:
    """Extensions without a decoder are refused."""
    with pytest.raises(WireError, match=r"\Aunexpected extension 6\Z"):
        decode(encode(object(), lambda _: (0, "object")), {})
