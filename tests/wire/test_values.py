"""Values cross bit for bit, each as its exact type, or stay behind a handle."""

import math
from collections import namedtuple
from struct import pack, unpack
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from grader.wire.codes import DTYPES
from grader.wire.errors import WireError
from grader.wire.values import decode, encode

HANDLE = "behind a handle"


def refuse(item: object) -> tuple[int, str]:
    """Stand where a handle would be kept, in tests that need none."""
    raise AssertionError(f"a handle for {item!r}")


def cross(value: object) -> Any:
    """Send a value over the wire and back."""
    return decode(encode(value, refuse), {})


def bits(value: Any) -> Any:
    """Return all that there is to know of a value: exact types and bits."""
    if type(value) in (list, tuple):
        return type(value), [bits(part) for part in value]
    if type(value) is dict:
        return dict, [(bits(key), bits(part)) for key, part in value.items()]
    if type(value) is float:
        return float, pack("<d", value)
    if type(value) is complex:
        return complex, pack("<dd", value.real, value.imag)
    if isinstance(value, np.generic | np.ndarray):
        return type(value), value.dtype.str, value.shape, value.tobytes()
    return type(value), value


def float_of(pattern: int) -> float:
    """Return the double with these 64 bits."""
    number: float = unpack("<d", pattern.to_bytes(8, "little"))[0]
    return number


FLOATS = (
    *(0.0, -0.0, 5e-324, 1.7976931348623157e308, math.inf, -math.inf, math.nan),
    float_of(0x7FF8_0000_DEAD_BEEF),  # a NaN with a payload
    float_of(0xFFF8_0000_0000_0001),  # a negative one
    float_of(0x7FF0_0000_0000_0001),  # one that signals
)
SHAPES = [(), (1,), (3,), (2, 3), (2, 1, 3), (0,), (0, 3), (2, 0)]
INTEGERS = (
    *(0, -1, 127, 128, -32, -33, -128, -129, 2**32, 2**63 - 1, 2**63, 2**64 - 1),
    *(-(2**63), -(2**63) - 1, 2**64, -(2**64), 10**100, -(10**100)),
)


@pytest.mark.parametrize("value", [None, True, False, "", "é\0\u2028😀", b"", b"\xff"])
def test_plain_values(value: object) -> None:
    """None, booleans, text and bytes come back as they are."""
    assert bits(cross(value)) == bits(value)


@pytest.mark.parametrize("value", FLOATS, ids=lambda value: pack(">d", value).hex())
def test_floats_bit_for_bit(value: float) -> None:
    """Signed zeros, infinities and every NaN keep their 64 bits, also in a complex."""
    assert bits(cross(value)) == bits(value)
    assert bits(cross(complex(1.0, value))) == bits(complex(1.0, value))
    assert bits(cross(complex(value, -0.0))) == bits(complex(value, -0.0))


@pytest.mark.parametrize("value", INTEGERS)
def test_integers_of_any_size(value: int) -> None:
    """Integers below and above 64 bits stay Python integers."""
    assert bits(cross(value)) == (int, value)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
def test_scalars_of_every_dtype(dtype: np.dtype[Any]) -> None:
    """A numpy scalar keeps its type and bits."""
    for scalar in np.array([0, 1, 100], dtype):
        assert bits(cross(scalar)) == bits(scalar)
        assert type(cross(scalar)) is dtype.type


@pytest.mark.parametrize("dtype", ["<f2", "<f4", "<f8"])
def test_special_scalars_and_elements(dtype: str) -> None:
    """A NaN's payload, infinities and -0.0 survive in scalars and in arrays."""
    size = np.dtype(dtype).itemsize
    patterns = {2: [0x7E01, 0xFE01], 4: [0x7FC00001, 0xFFC00001]}
    odd = np.array(patterns.get(size, [0x7FF80000DEADBEEF]), f"<u{size}").view(dtype)
    array = np.concatenate([odd, np.array([np.inf, -np.inf, -0.0, 0.0], dtype)])
    assert bits(cross(array)) == bits(array)
    for scalar in array:
        assert bits(cross(scalar)) == bits(scalar)


@pytest.mark.parametrize("dtype", DTYPES, ids=str)
@pytest.mark.parametrize("shape", SHAPES, ids=str)
def test_arrays_of_every_dtype_and_shape(
    dtype: np.dtype[Any], shape: tuple[int, ...]
) -> None:
    """An array keeps dtype, shape and bits: 0-d and empty ones too."""
    array = np.arange(math.prod(shape)).reshape(shape).astype(dtype)
    crossed = cross(array)
    assert bits(crossed) == bits(array)
    assert (crossed.flags.c_contiguous, crossed.flags.writeable) == (True, True)


ODD_LAYOUTS = {
    "column order": np.asfortranarray(np.arange(6.0).reshape(2, 3)),
    "transpose": np.arange(6).reshape(2, 3).T,
    "every other": np.arange(10.0)[::2],
    "backwards": np.arange(5.0)[::-1],
    "broadcast": np.broadcast_to(np.float64(0.5), (2, 3)),
    "diagonal": np.diagonal(np.arange(9).reshape(3, 3)),
    "read-only": np.frombuffer(bytes(range(8)), np.uint8),
    "misaligned": np.frombuffer(bytes(range(9)), "<f8", offset=1),
}


@pytest.mark.parametrize("name", ODD_LAYOUTS)
def test_odd_layouts_come_back_plain(name: str) -> None:
    """Whatever its memory layout was, an array arrives in C order, writable."""
    array = ODD_LAYOUTS[name]
    crossed = cross(array)
    assert bits(crossed) == bits(array)
    assert (crossed.flags.c_contiguous, crossed.flags.writeable) == (True, True)


@pytest.mark.parametrize("dtype", [">i2", ">i4", ">u8", ">f2", ">f4", ">f8", ">c16"])
def test_big_endian_arrives_native(dtype: str) -> None:
    """A big-endian array keeps its values and arrives in the machine's own order."""
    crossed = cross(np.array([1, 2, 258], dtype))
    assert crossed.dtype == np.dtype(dtype).newbyteorder("=")
    assert crossed.tolist() == [1, 2, 258]


def test_aliases_of_a_dtype_arrive_as_the_fixed_width_one() -> None:
    """C's long long is int64 here, by another name."""
    assert bits(cross(np.longlong(5))) == bits(np.int64(5))
    assert bits(cross(np.array([5], np.longlong))) == bits(np.array([5], np.int64))


@pytest.mark.filterwarnings("error")
def test_long_doubles_arrive_as_doubles() -> None:
    """A longdouble becomes float64, in silence even where it overflows."""
    with np.errstate(all="raise"):
        assert bits(cross(np.longdouble("0.1"))) == bits(np.float64(0.1))
        assert bits(cross(np.longdouble("1e4000"))) == bits(np.float64(math.inf))
        assert bits(cross(np.clongdouble(1 - 2j))) == bits(np.complex128(1 - 2j))
        array = np.array(["0.1", "1e4000"], np.longdouble)
        assert bits(cross(array)) == bits(np.array([0.1, math.inf]))
        array = np.array([1 - 2j], np.clongdouble)
        assert bits(cross(array)) == bits(np.array([1 - 2j]))


def test_namedtuples_arrive_as_tuples() -> None:
    """A namedtuple, and one inside another, is a plain tuple afterwards."""
    pair = namedtuple("pair", "error ok")
    assert bits(cross(pair(0.5, pair(1, [True])))) == bits((0.5, (1, [True])))


def test_buffers_arrive_as_bytes() -> None:
    """A bytearray and a memoryview are bytes afterwards."""
    assert bits(cross([bytearray(b"ab"), memoryview(b"cd")])) == bits([b"ab", b"cd"])


def test_containers_nest_and_keep_their_order() -> None:
    """Lists, tuples and dicts of everything come back, dicts in their order."""
    value = {
        "b": [(), ((),), [[]], {}, (1, (2.0, [None]))],
        "a": {1: np.float32(0.1), False: (b"x",), ("k", 2, False): 2**70},
        -(2**60) + 1: np.arange(3),
    }
    assert bits(cross(value)) == bits(value)


KEYS = st.booleans() | st.integers(-(2**31), 2**31) | st.text(max_size=3)
SCALARS = st.sampled_from(DTYPES).flatmap(
    lambda dtype: hnp.arrays(dtype, ()).map(lambda array: array[()])
)
ARRAYS = hnp.arrays(
    st.sampled_from(DTYPES),
    hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3),
)
LEAVES = (
    st.none()
    | st.booleans()
    | st.integers(-(2**200), 2**200)
    | st.floats()
    | st.integers(0, 2**64 - 1).map(float_of)
    | st.complex_numbers()
    | st.text(max_size=5)
    | st.binary(max_size=5)
    | SCALARS
    | ARRAYS
)
VALUES = st.recursive(
    LEAVES,
    lambda parts: (
        st.lists(parts, max_size=4)
        | st.lists(parts, max_size=4).map(tuple)
        | st.dictionaries(KEYS | st.tuples(KEYS, KEYS), parts, max_size=3)
    ),
    max_leaves=12,
)


@settings(max_examples=120, deadline=None)
@given(VALUES)
def test_every_value_crosses_bit_for_bit(value: object) -> None:
    """Whatever is nested in whatever comes back with the same types and bits."""
    assert bits(cross(value)) == bits(value)


@settings(max_examples=120, deadline=None)
@given(
    st.dictionaries(
        st.none()
        | st.floats()
        | SCALARS
        | st.integers()
        | KEYS
        | st.tuples(st.tuples()),
        st.none(),
        min_size=1,
        max_size=2,
    )
)
def test_what_is_sent_can_be_read(value: dict[object, None]) -> None:
    """A dict is refused where it is packed, never where it is read."""
    try:
        data = encode(value, lambda _: (0, "object"))
    except WireError:
        return
    assert bits(decode(data, {})) == bits(value)
