"""What arrives is looked through before anything is built from it."""

import tracemalloc
from collections.abc import Iterable
from typing import Any

import msgpack
import numpy as np
import pytest

from grader.wire.codes import DTYPES, Code
from grader.wire.errors import WireError
from grader.wire.scan import scan
from grader.wire.values import decode, encode


def refused(data: bytes) -> str:
    """Return why a frame is refused."""
    with pytest.raises(WireError) as caught:
        decode(data, {})
    return str(caught.value)


def extension(code: int, payload: bytes) -> bytes:
    """Pack an extension with the head that msgpack would choose."""
    data: bytes = msgpack.packb(msgpack.ExtType(code, payload))
    return data


def test_no_value_at_all() -> None:
    """An empty frame is no value."""
    assert refused(b"") == "truncated"


def test_sizes_are_those_of_msgpack() -> None:
    """Of every value without others inside, the scan knows where it ends."""
    for byte in {*range(256)} - {*range(0x80, 0xA0), *range(0xC4, 0xCA), 0xC1}:
        if byte in range(0xD4, 0xE0):  # extensions, long text, lists and dicts
            continue
        with pytest.raises(msgpack.ExtraData) as caught:
            msgpack.unpackb(bytes([byte]) + bytes(40))
        data = bytes([byte]) + bytes(40 - len(caught.value.extra))
        assert scan(data) is False
        assert refused(data + b"\0") == "bytes after the value"
        assert refused(data[:-1]) == "truncated"


def test_the_byte_that_msgpack_never_uses() -> None:
    """0xc1 is no value, alone or inside."""
    assert refused(b"\xc1") == "an unknown byte"
    assert refused(b"\x91\xc1") == "an unknown byte"


@pytest.mark.parametrize("code", sorted({*range(256)} - set(Code)))
def test_unknown_extensions(code: int) -> None:
    """An extension that the format does not have is refused unseen, in tuples too."""
    data = b"\xc7\x03" + bytes([code]) + b"abc"
    assert refused(data) == f"unknown extension {code}"
    inside = extension(Code.TUPLE, b"\x91" + data)
    assert refused(inside) == f"unknown extension {code}"


TO_THE_STUDENT = [code for code in Code if code >= Code.HANDLE]


@pytest.mark.parametrize("code", TO_THE_STUDENT, ids=lambda code: code.name)
def test_extensions_of_the_other_direction(code: Code) -> None:
    """What only the trusted side may send is refused when it arrives."""
    assert refused(extension(code, b"\0")) == f"unexpected extension {code}"


@pytest.mark.parametrize(
    "timestamp",
    [b"\xd6\xff" + bytes(4), b"\xd7\xff" + bytes(8), b"\xc7\x0c\xff" + bytes(12)],
    ids=["32 bits", "64 bits", "96 bits"],
)
def test_timestamps(timestamp: bytes) -> None:
    """A timestamp of msgpack's own is refused before msgpack builds one."""
    assert type(msgpack.unpackb(timestamp)) is msgpack.Timestamp
    for data in (timestamp, b"\x91" + timestamp, extension(1, b"\x91" + timestamp)):
        assert refused(data) == "unknown extension 255"


NO_TUPLES = {
    b"": "a tuple that is no list of items",
    b"\x01": "a tuple that is no list of items",
    b"\xa1a": "a tuple that is no list of items",
    b"\x80": "a tuple that is no list of items",
    b"\xc7\x01\x01\x90": "a tuple that is no list of items",
    b"\x90\x90": "bytes after the value",
    b"\x91\x01\x01": "bytes after the value",
    b"\x91": "truncated",
    b"\xdc": "truncated",
    b"\xdc\0": "truncated",
    b"\x91\xcb": "truncated",
    b"\x92\x01": "truncated",
}


@pytest.mark.parametrize("payload", NO_TUPLES, ids=bytes.hex)
@pytest.mark.parametrize("after", [b"", bytes(9)], ids=["last", "not last"])
def test_tuples_that_are_none(payload: bytes, after: bytes) -> None:
    """A tuple is a list that ends exactly where the tuple does."""
    data = bytes([0x91 + len(after)]) + extension(Code.TUPLE, payload) + after
    assert refused(data) == NO_TUPLES[payload]


def test_a_tuple_that_ends_inside_the_list_around_it() -> None:
    """A value that begins in a tuple may not end behind it."""
    tuple_of_text = b"\xc7\x03\x01\x91\xa5ab"  # text of five bytes, of which two fit
    assert refused(b"\x92" + tuple_of_text + b"cde\x01") == "truncated"


def array(code: int, dimensions: int, shape: Iterable[int], content: bytes) -> bytes:
    """Pack an array as a hostile process would, whatever it says of itself."""
    lengths = b"".join(length.to_bytes(8, "little") for length in shape)
    return extension(Code.ARRAY, bytes([code, dimensions]) + lengths + content)


FLOAT64 = DTYPES.index(np.dtype("<f8"))
BOOL = DTYPES.index(np.dtype("?"))
LIES = {
    "no payload": (extension(Code.ARRAY, b""), "an unknown dtype"),
    "unknown dtype": (array(len(DTYPES), 0, (), bytes(8)), "an unknown dtype"),
    "last dtype": (array(255, 0, (), bytes(8)), "an unknown dtype"),
    "no shape": (extension(Code.ARRAY, b"\0"), "an array without its shape"),
    "shape cut": (array(FLOAT64, 2, (1,), b""), "an array without its shape"),
    "33 dimensions": (array(BOOL, 33, (1,) * 33, b"a"), "an array without its shape"),
    "255 dimensions": (array(BOOL, 255, (1,) * 33, b""), "an array without its shape"),
    "too little": (array(FLOAT64, 1, (2,), bytes(15)), "an array of another size"),
    "too much": (array(FLOAT64, 1, (2,), bytes(17)), "an array of another size"),
    "nothing": (array(FLOAT64, 1, (2,), b""), "an array of another size"),
    "more than none": (array(FLOAT64, 1, (0,), b"a"), "an array of another size"),
    "0-d of none": (array(FLOAT64, 0, (), b""), "an array of another size"),
    "overflow to zero": (
        array(FLOAT64, 8, (2**24,) * 8, b""),
        "an array of another size",
    ),
    "overflow to one": (
        array(BOOL, 2, (2**24 - 1, 2**24 - 1), b"a"),
        "an array of another size",
    ),
    "long": (array(BOOL, 1, (2**24 + 1,), b"a"), "an array dimension is too large"),
    "endless": (array(BOOL, 2, (2**64 - 1, 0), b""), "an array dimension is too large"),
    "negative": (array(BOOL, 1, (2**64 - 1,), b"a"), "an array dimension is too large"),
    "scalar of nothing": (extension(Code.SCALAR, b""), "an unknown dtype"),
    "scalar of no dtype": (extension(Code.SCALAR, b"\xff12"), "an unknown dtype"),
    "short scalar": (
        extension(Code.SCALAR, bytes([FLOAT64]) + bytes(7)),
        "a scalar of another size",
    ),
    "long scalar": (
        extension(Code.SCALAR, bytes([FLOAT64]) + bytes(9)),
        "a scalar of another size",
    ),
    "short complex": (
        extension(Code.COMPLEX, bytes(15)),
        "a complex number of another size",
    ),
    "long complex": (
        extension(Code.COMPLEX, bytes(17)),
        "a complex number of another size",
    ),
    "no integer": (extension(Code.INTEGER, b""), "an integer of 0 bytes"),
    "long integer": (extension(Code.INTEGER, bytes(513)), "an integer of 513 bytes"),
}


@pytest.mark.parametrize("lie", LIES)
def test_payloads_that_lie(lie: str) -> None:
    """A payload that is not what it says is refused, in a list and in a tuple too."""
    data, reason = LIES[lie]
    for around in (data, b"\x91" + data, extension(Code.TUPLE, b"\x91" + data)):
        assert refused(around) == reason


def test_arrays_of_more_than_may_cross() -> None:
    """An array that is what it says, but too large, is refused on arrival as well."""
    length = (16 << 20) // 8 + 1
    data = array(FLOAT64, 1, (length,), bytes(8 * length))
    assert refused(data) == "an array of another size"


def test_zero_sized_arrays_of_impossible_shape() -> None:
    """No elements of 2**48 bytes each: numpy refuses the shape, and so do we."""
    reason = refused(array(FLOAT64, 4, (0, 2**24, 2**24, 2**24), b""))
    assert reason.startswith("not a packed value: array is too big")


def test_booleans_are_normalised() -> None:
    """A boolean's byte may be anything but zero; numpy only knows one."""
    scalar = decode(extension(Code.SCALAR, bytes([BOOL, 2])), {})
    assert (type(scalar), scalar.tobytes()) == (np.bool_, b"\1")
    crossed = decode(array(BOOL, 2, (3, 1), b"\0\2\xff"), {})
    assert (crossed.tobytes(), crossed.dtype) == (b"\0\1\1", bool)


def test_text_that_is_no_utf_8() -> None:
    """Text with a byte that is no UTF-8, or with a surrogate, is refused."""
    for text in (b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xc0\x80"):
        data = bytes([0xA0 + len(text)]) + text
        assert refused(data).startswith("not a packed value: 'utf-8' codec can't")


CLAIMS = {
    "list of 4 Gi": (b"\xdd\xff\xff\xff\xff", "more than 200000 items"),
    "list of 64 Ki, 8 times": (b"\xdc\xff\xff" * 8, "more than 200000 items"),
    "list of 200001": (b"\xdd\0\x03\x0d\x41", "more than 200000 items"),
    "list of 200000": (b"\xdd\0\x03\x0d\x40", "truncated"),
    "dict of 4 Gi": (b"\xdf\xff\xff\xff\xff", "a dict of more than 10000 entries"),
    "dict of 64 Ki": (b"\xde\xff\xff", "a dict of more than 10000 entries"),
    "text of 4 GiB": (b"\xdb\xff\xff\xff\xff", "text of more than 1048576 bytes"),
    "bytes of 4 GiB": (b"\xc6\xff\xff\xff\xff", "text of more than 1048576 bytes"),
    "extension of 4 GiB": (b"\xc9\xff\xff\xff\xff\1", "truncated"),
    "tuple of 4 Gi": (
        extension(1, b"\xdd\xff\xff\xff\xff"),
        "more than 200000 items",
    ),
    "lists in lists": (b"\x91" * 33 + b"\x01", "nested deeper than 32"),
    "a million lists in lists": (b"\x91" * 1_000_000, "nested deeper than 32"),
    "a million dicts in dicts": (b"\x81\x01" * 1_000_000, "nested deeper than 32"),
}


@pytest.mark.parametrize("claim", CLAIMS)
def test_claims_cost_nothing(claim: str) -> None:
    """A head that claims billions of items is refused before memory is asked for."""
    data, reason = CLAIMS[claim]
    tracemalloc.start()
    try:
        assert refused(data) == reason
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


def test_tuples_in_tuples() -> None:
    """Tuples are told by nested extensions; the 33rd level is refused."""
    data = b"\x90"
    for _ in range(31):
        data = b"\x91" + extension(Code.TUPLE, data)
    assert scan(extension(Code.TUPLE, data)) is False
    assert decode(data, {})[0] == decode(data[1:], {})
    deeper = extension(Code.TUPLE, b"\x91" + extension(Code.TUPLE, data))
    assert refused(deeper) == "nested deeper than 32"


def test_dicts_are_noticed() -> None:
    """The scan tells whether there is a dict with keys to look at."""
    values: dict[bool, list[Any]] = {
        False: [1, [], (), [(1,)], {}, ({},)],
        True: [{1: 2}, [{1: 2}], ({1: 2},), [(1, [{1: 2}]), 3]],
    }
    for has_dict, examples in values.items():
        for value in examples:
            assert scan(encode(value, lambda _: (0, "object"))) is has_dict
