"""Each cap lets its largest value through and refuses the next, on both sides."""

import time
from collections.abc import Callable
from typing import Any, NamedTuple

import msgpack
import numpy as np
import pytest

from grader.wire import caps
from grader.wire.codes import Code
from grader.wire.errors import WireError
from grader.wire.values import decode, encode

Value = Any


class Caps(NamedTuple):
    """All caps, to see at a glance that none was changed by accident."""

    frame_bytes: int = 32 * 1024 * 1024
    depth: int = 32
    items: int = 200_000
    array_bytes: int = 16 * 1024 * 1024
    int_bytes: int = 512
    text_bytes: int = 1024 * 1024
    dict_entries: int = 10_000
    dimensions: int = 32
    handle_bytes: int = 512
    key_bits: int = 60
    tuple_key_bits: int = 64
    tuple_key_parts: int = 8


def nested(depth: int, wrap: Callable[[Value], Value], value: Value = 1) -> Value:
    """Return a value in so many containers."""
    for _ in range(depth):
        value = wrap(value)
    return value


def refused(value: Value) -> str:
    """Return why a value is not packed."""
    with pytest.raises(WireError) as caught:
        encode(value, lambda _: (0, "object"))
    return str(caught.value)


def crossed(value: Value) -> Value:
    """Send a value over the wire and back."""
    return decode(encode(value, lambda _: (0, "object")), {})


def test_the_caps_are_as_designed() -> None:
    """The caps are the ones that the design states."""
    assert Caps()._asdict() == {
        name.lower(): getattr(caps, name) for name in caps.__all__
    }


CONTAINERS: dict[str, Callable[[Value], Value]] = {
    "list": lambda value: [value],
    "tuple": lambda value: (value,),
    "dict": lambda value: {"k": value},
}


@pytest.mark.parametrize("kind", CONTAINERS)
def test_depth(kind: str) -> None:
    """A value may be in 32 containers, of whatever kind, and not in 33."""
    wrap = CONTAINERS[kind]
    assert crossed(nested(32, wrap)) == nested(32, wrap)
    assert refused(nested(33, wrap)) == "nested deeper than 32"


@pytest.mark.parametrize("kind", CONTAINERS)
def test_far_too_deep(kind: str) -> None:
    """Where msgpack or Python itself gives up, that is told as depth too."""
    reason = refused(nested(5000, CONTAINERS[kind]))
    assert reason == "nested too deeply, perhaps in itself"


def test_a_list_in_itself() -> None:
    """A list that holds itself has no end and is refused."""
    loop: list[Value] = []
    loop.append(loop)
    assert refused(loop) == "nested too deeply, perhaps in itself"
    assert refused((loop,)) == "nested too deeply, perhaps in itself"


def test_items() -> None:
    """A value may hold 200,000 others, wherever they are, and not one more."""
    assert crossed([0] * 200_000) == [0] * 200_000
    assert crossed([(0,) * 99_998, [0] * 100_000]) == [(0,) * 99_998, [0] * 100_000]
    assert refused([0] * 200_001) == "more than 200000 items"
    assert refused([(0,) * 99_999, [0] * 100_000]) == "more than 200000 items"


def test_dict_entries() -> None:
    """A dict may have 10,000 entries, and not one more."""
    full = dict.fromkeys(range(10_000))
    assert crossed(full) == full
    assert refused({**full, 10_000: None}) == "a dict of more than 10000 entries"


def test_integers() -> None:
    """An integer may take 512 bytes, its sign included."""
    for number in (2**4095 - 1, -(2**4095)):
        assert crossed(number) == number
    for number in (2**4095, -(2**4095) - 1, 10**5000):
        assert refused(number) == "an integer of more than 512 bytes"


@pytest.mark.parametrize("letter", ["a", b"a"])
def test_text(letter: Value) -> None:
    """Text and bytes may take 1 MiB."""
    assert crossed(letter * 2**20) == letter * 2**20
    assert refused(letter * (2**20 + 1)) == "text of more than 1048576 bytes"


def test_text_is_counted_in_bytes() -> None:
    """A letter of two bytes counts twice."""
    assert crossed("é" * 2**19) == "é" * 2**19
    assert refused("é" * 2**19 + "a") == "text of more than 1048576 bytes"


@pytest.mark.parametrize("text", ["\ud800", "a\udcff", "\udc00\ud800"])
def test_lone_surrogates(text: str) -> None:
    """Text that is no Unicode is refused, as a value and as a key."""
    assert refused(text) == "a string with lone surrogates"
    assert refused({text: 1}) == "a string with lone surrogates"


@pytest.mark.parametrize("dtype", ["u1", ">f8", "c16", "?"])
def test_array_bytes(dtype: str) -> None:
    """An array may take 16 MiB, and not one element more."""
    length = 2**24 // np.dtype(dtype).itemsize
    assert crossed(np.zeros(length, dtype)).shape == (length,)
    reason = "an array of more than 16777216 bytes"
    assert refused(np.zeros(length + 1, dtype)) == reason


def test_a_broadcast_of_terabytes_is_refused_at_once() -> None:
    """An array that repeats one number is counted at its full size before any copy."""
    started = time.perf_counter()
    for dtype in ("f8", "longdouble"):
        array = np.broadcast_to(np.zeros((), dtype), (2**40,))
        assert refused(array) == "an array of more than 16777216 bytes"
    assert time.perf_counter() - started < 0.05


def test_dimensions() -> None:
    """An array may have 32 dimensions, and none longer than 16 Mi."""
    assert crossed(np.zeros((1,) * 32)).shape == (1,) * 32
    assert refused(np.zeros((1,) * 33)) == "an array of more than 32 dimensions"
    assert crossed(np.zeros((0, 2**24))).shape == (0, 2**24)
    assert refused(np.zeros((0, 2**24 + 1))) == "an array of shape (0, 16777217)"


def test_frame_bytes() -> None:
    """All of a value may take 32 MiB, packed, and not one byte more."""
    heads = 1 + 2 * (6 + 2 + 8)  # the list; of each array extension, dtype and shape
    whole = np.zeros(2**24, np.uint8)
    largest = encode([whole, whole[heads:]], lambda _: (0, "object"))
    assert len(largest) == 2**25
    assert decode(largest, {})[1].shape == (2**24 - heads,)
    assert refused([whole, whole[heads - 1 :]]) == "more than 33554432 bytes"


def test_tuples_in_tuples_are_not_copied_without_end() -> None:
    """What lies in many tuples is copied at each level: 64 MiB of that, and no more."""
    array = np.zeros(2**24 - 100, np.uint8)
    wrap = CONTAINERS["tuple"]
    assert crossed(nested(4, wrap, array))[0][0][0][0].nbytes == 2**24 - 100
    assert refused(nested(5, wrap, array)) == "nested values are too large"


GOOD_KEYS = [
    *("", "é", True, False, 0, -1, 2**60 - 1, -(2**60) + 1, ()),
    *((2**32 - 1, -(2**32) + 1), ("a", True, 3)),
]
BAD_KEYS = {
    2**60: "a dict key with an integer of more than 60 bits",
    -(2**60): "a dict key with an integer of more than 60 bits",
    2**64: "a dict key with an integer of more than 60 bits",
    2**61 - 1: "a dict key with an integer of more than 60 bits",
    (1, 2**32): "a dict key with an integer of more than 32 bits",
    None: "a dict key of type NoneType, not str, int, bool or a flat tuple",
    0.5: "a dict key of type float, not str, int, bool or a flat tuple",
    1j: "a dict key of type complex, not str, int, bool or a flat tuple",
    b"a": "a dict key of type bytes, not str, int, bool or a flat tuple",
    (0, (1,)): "a dict key of type tuple, not str, int, bool or a flat tuple",
    (0.5,): "a dict key of type float, not str, int, bool or a flat tuple",
    np.int64(3): "a dict key of type int64, not str, int, bool or a flat tuple",
    range(3): "a dict key of type object, not str, int, bool or a flat tuple",
}


@pytest.mark.parametrize("key", GOOD_KEYS, ids=repr)
def test_keys_of_dicts(key: Value) -> None:
    """Keys are text, booleans, integers below 60 bits, and tuples of small ones."""
    assert crossed({key: 1}) == {key: 1}
    assert list(map(type, crossed([{key: 1}])[0])) == [type(key)]


@pytest.mark.parametrize("key", BAD_KEYS, ids=repr)
def test_other_keys_are_refused_on_both_sides(key: Value) -> None:
    """Keys that could be made to collide, or compare oddly, do not cross."""
    assert refused([({key: 1},)]) == BAD_KEYS[key]


def packed_dict(key: bytes) -> bytes:
    """Return a dict with one packed key as a hostile process would send it."""
    return b"\x81" + key + b"\x01"


HOSTILE_KEYS = {
    b"\xc0": "a dict key of type NoneType, not str, int, bool or a flat tuple",
    b"\xcb" + bytes(8): "a dict key of type float, not str, int, bool or a flat tuple",
    b"\xcf\x10" + bytes(7): "a dict key with an integer of more than 60 bits",
    b"\x90": "a dict key of type list, not str, int, bool or a flat tuple",
    b"\x80": "a dict key of type dict, not str, int, bool or a flat tuple",
    b"\xd5\x01\x91\x90": "a dict key of type list, not str, int, bool or a flat tuple",
}


@pytest.mark.parametrize("key", HOSTILE_KEYS, ids=bytes.hex)
def test_keys_are_checked_where_they_arrive(key: bytes) -> None:
    """What a subverted process packs as a key is refused by this side as well."""
    with pytest.raises(WireError) as caught:
        decode(packed_dict(key), {})
    assert str(caught.value) == HOSTILE_KEYS[key]


def test_keys_that_collide_do_not_cross() -> None:
    """Keys that all have one hash would make a dict take minutes: none of them pass."""
    modulus = 2**61 - 1  # Python's, of integers
    multiples = [n * modulus for n in range(1, 100)]
    assert len({hash(key) for key in multiples}) == 1
    assert [refused({key: 1}) for key in multiples] == [BAD_KEYS[2**60]] * 99
    pairs = colliding_pairs(100)
    assert len({hash(key) for key in pairs}) == 1
    assert [refused({key: 1}) for key in pairs] == [BAD_KEYS[1, 2**32]] * 100


def colliding_pairs(count: int) -> list[tuple[int, int]]:
    """Return pairs of integers below 60 bits whose tuples have the same hash."""
    first_prime, second_prime, fifth_prime = (  # of xxHash, which Python uses
        *(11400714785074694791, 14029467366897019727),
        2870177450012600261,
    )
    inverse = pow(second_prime, -1, 2**64)
    pairs: list[tuple[int, int]] = []
    first = 0
    while len(pairs) < count:
        first += 1
        lane = (fifth_prime + first * second_prime) % 2**64
        lane = (lane << 31 | lane >> 33) * first_prime % 2**64
        second = (1 - lane) * inverse % 2**64
        second -= 2**64 if second >= 2**63 else 0
        if second.bit_length() <= 60:
            pairs.append((first, second))
    return pairs


def test_handles() -> None:
    """What stands for an object may take 512 bytes: a number and a name."""
    payload = msgpack.packb([1, "x" * 507])
    assert len(payload) == 512
    data = msgpack.packb(msgpack.ExtType(Code.HANDLE, payload))
    assert decode(data, {Code.HANDLE: len}) == 512
    data = msgpack.packb(msgpack.ExtType(Code.HANDLE, payload + b"x"))
    with pytest.raises(WireError, match="take too much room"):
        decode(data, {Code.HANDLE: len})
