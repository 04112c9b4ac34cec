"""Arrays arrive in the student's process with the layout that they had in the test."""

from itertools import combinations
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from numpy.lib.stride_tricks import sliding_window_view

from grader.wire.arguments import ArgumentDecoder, encode_arguments


def keep(function: object) -> tuple[int, str]:
    """Stand where a function would be kept: no test here passes one."""
    raise AssertionError(function)


def decode(message: list[Any]) -> Any:
    """Build what was passed, as the student's process does."""
    return ArgumentDecoder(handle=keep, function=keep, resolve=keep).decode(message)


def cross(value: object) -> Any:
    """Pass a value to the student."""
    return decode(encode_arguments(value, keep))


def layout(array: np.ndarray) -> tuple[object, ...]:
    """Return all that code can learn of an array's layout."""
    flags = array.flags
    return (
        *(array.dtype.str, array.shape, array.strides, flags.writeable, flags.aligned),
        *(flags.c_contiguous, flags.f_contiguous),
    )


BASE = np.arange(24.0).reshape(4, 6)
READ_ONLY = np.arange(3)
READ_ONLY.flags.writeable = False
LAYOUTS = {
    "plain": np.arange(6).reshape(2, 3),
    "0-d": np.array(1.5),
    "empty": np.zeros((0, 3)),
    "empty slice": BASE[2:2, ::-1],
    "empty column order": np.zeros((3, 0), order="F"),
    "column order": np.asfortranarray(BASE),
    "transpose": BASE.T,
    "three dimensions turned": np.arange(24).reshape(2, 3, 4).transpose(1, 2, 0),
    "column": BASE[:, 2],
    "every other": BASE[::2, ::3],
    "row": BASE[1],
    "one row of many": BASE[::10],
    "backwards": BASE[::-1, ::-1],
    "backwards in part": BASE[:, ::-2],
    "diagonal": np.diagonal(BASE),
    "broadcast": np.broadcast_to(np.arange(3.0), (4, 3)),
    "broadcast column": np.broadcast_to(np.arange(4.0)[:, None], (4, 3)),
    "one number": np.broadcast_to(np.float64(2.5), (2, 2)),
    "windows": sliding_window_view(np.arange(8.0), 3),
    "read-only": READ_ONLY,
    "big-endian": np.array([1, 258], ">i2"),
    "float16": np.array([1.5], "f2"),
    "long double": np.array(["0.1"], np.longdouble),
    "complex": np.array([1j, -2.0]),
    "boolean": np.array([[True], [False]]),
    "text": np.array(["a", "bcd"]),
    "bytes": np.array([b"a", b"bcd"]),
    "dates": np.array(["2026-01-01"], "M8[D]"),
    "void": np.array([b"ab"], "V2"),
}


@pytest.mark.parametrize("name", LAYOUTS)
def test_arrays_arrive_as_they_are(name: str) -> None:
    """The layout of an array survives, and so do all of its bytes."""
    array = LAYOUTS[name]
    crossed = cross(array)
    assert layout(crossed) == layout(array)
    assert crossed.tobytes() == array.tobytes()
    assert not np.shares_memory(crossed, array)


def test_special_floats_keep_their_bits() -> None:
    """A NaN's payload, infinities and -0.0 arrive as they are."""
    bits = [0x7FF8_0000_DEAD_BEEF, 0xFFF0_0000_0000_0000, 0x8000_0000_0000_0000]
    array = np.array(bits, "<u8").view("<f8")
    assert cross(array).view("<u8").tolist() == bits


@pytest.mark.parametrize("name", ["plain", "0-d", "column order", "transpose", "row"])
def test_an_array_alone_owns_its_memory(name: str) -> None:
    """An array that nothing else overlaps is one of its own, without a base."""
    assert cross(LAYOUTS[name]).base is None


def test_neighbours_in_memory_own_their_parts() -> None:
    """Two halves of one base do not overlap: each is an array of its own."""
    base = np.arange(6.0)
    first, second = cross([base[:3], base[3:]])
    assert (first.base, second.base) == (None, None)


def test_views_stay_aligned() -> None:
    """A view that numpy can read at full speed here is as fast over there."""
    base = np.zeros(40, np.uint8)
    odd, numbers = cross([base[1:], base[8:32].view(np.float64)])
    assert (odd.flags.aligned, numbers.flags.aligned) == (True, True)
    numbers[0] = 1.0
    assert odd[7:15].view(np.float64).tolist() == [1.0]


def test_the_same_array_twice_is_one() -> None:
    """An array passed in several places arrives as one object."""
    array = np.arange(3)
    first, (second, holder) = cross([array, (array, {"k": array})])
    assert first is second is holder["k"]


def test_equal_arrays_are_two() -> None:
    """Equal arrays with memory of their own do not share any."""
    first, second = cross([np.arange(3), np.arange(3)])
    assert not np.shares_memory(first, second)


def test_views_of_one_base_share_memory() -> None:
    """A write through one view is seen through the others."""
    base = np.arange(6.0)
    views = [base, base[2:], base[1::2], base[3:4].reshape(())]
    whole, tail, odd, number = cross(views)
    whole[3] = -1.0
    assert (tail.tolist(), odd.tolist()) == ([2.0, -1.0, 4.0, 5.0], [1.0, -1.0, 5.0])
    assert (number.shape, float(number)) == ((), -1.0)
    odd[2] = -5.0
    assert whole.tolist() == [0.0, 1.0, 2.0, -1.0, 4.0, -5.0]


def test_views_of_another_dtype_share_memory() -> None:
    """The bits of a float, shown as an integer, change with it."""
    base = np.array([1.0, 2.0])
    floats, bits = cross([base, base.view(np.uint64)])
    floats[0] = -2.0
    assert bits.tolist() == [0xC000_0000_0000_0000, 0x4000_0000_0000_0000]


def test_views_that_lie_between_each_other() -> None:
    """Two columns of a table lie in one block, and neither is written by the other."""
    table = np.arange(8.0).reshape(4, 2)
    left, right = cross([table[:, 0], table[:, 1]])
    assert (left.strides, right.strides) == ((16,), (16,))
    left[:] = -1.0
    assert right.tolist() == [1.0, 3.0, 5.0, 7.0]


def test_an_empty_view_does_not_part_the_others() -> None:
    """Views before and behind an empty one still share their memory."""
    base = np.arange(10.0)
    first, empty, second = cross([base[0:8], base[2:2], base[4:10]])
    first[5] = -1.0
    assert (empty.shape, second[1]) == ((0,), -1.0)


def test_views_in_both_directions() -> None:
    """An array and its mirror image share memory."""
    base = np.arange(3)
    forwards, backwards = cross([base, base[::-1]])
    forwards[0] = 7
    assert backwards.tolist() == [2, 1, 7]


def test_only_one_of_two_views_is_read_only() -> None:
    """A read-only view of writable memory stays read-only, alone."""
    base = np.arange(3)
    view = base[:]
    view.flags.writeable = False
    writable, fixed = cross([base, view])
    writable[0] = 9
    assert (fixed[0], fixed.flags.writeable) == (9, False)
    with pytest.raises(ValueError, match="read-only"):
        fixed[0] = 1


def test_windows_share_their_elements() -> None:
    """Each element of a sliding window is the same memory in all windows."""
    base = np.arange(5.0)
    array, windows = cross([base, sliding_window_view(base, 3)])
    array[2] = -1.0
    assert windows.tolist() == [[0, 1, -1], [1, -1, 3], [-1, 3, 4]]
    alone = cross(sliding_window_view(base, 3, writeable=True))
    alone[0, 2] = -1.0
    assert alone.tolist() == [[0, 1, -1], [1, -1, 3], [-1, 3, 4]]


def test_a_broadcast_stays_small() -> None:
    """A number repeated a million million times takes 8 bytes and no time."""
    array = np.broadcast_to(np.float64(0.5), (10**6, 10**6))
    message = encode_arguments(array, keep)
    assert message[2] == [np.float64(0.5).tobytes()]
    crossed = decode(message)
    assert (crossed.shape, crossed.strides) == ((10**6, 10**6), (0, 0))
    assert crossed[-1, -1] == 0.5


def blocks(*arrays: np.ndarray) -> list[bytes]:
    """Return the memory that is sent for some arrays."""
    _, _, memory = encode_arguments(list(arrays), keep)
    assert isinstance(memory, list)
    return memory


def test_a_column_does_not_bring_its_table_along() -> None:
    """Between the elements that are shown there are zeros, not the base's others."""
    table = np.frombuffer(b"shown...hidden.." * 3, "V8").reshape(3, 2)
    (column,) = blocks(table[:, 0])
    assert column.lstrip(b"\0") == b"shown..." + (bytes(8) + b"shown...") * 2
    assert blocks(table[1:2, 1]) == [b"hidden.."]


def test_what_lies_between_two_views_is_not_sent() -> None:
    """Neither views that overlap nor their mirror images show more than they show."""
    text = np.frombuffer(b"abcdefgh", "S1")
    (block,) = blocks(text[0:6:2], text[1:8:6], text[::-5])
    assert block.lstrip(b"\0") == b"abc\0e\0\0h"


def test_a_slice_of_a_secret_is_only_the_slice() -> None:
    """Everything that is packed for a slice of a secret is the slice itself."""
    secret = np.frombuffer(b"public" + b"SECRET" * 10, np.uint8)
    message = encode_arguments([secret[:6], secret[0:6:2]], keep)
    assert b"SECRET" not in repr(message).encode()
    assert blocks(secret[:6]) == [b"public"]


def test_arrays_deep_inside() -> None:
    """Arrays keep their layout in nested containers too, beside each other."""
    crossed = cross({"W": [(BASE.T, {"b": BASE[0]})], "c": np.array(2)})
    turned, inner = crossed["W"][0]
    assert layout(turned) == layout(BASE.T)
    assert np.shares_memory(turned, inner["b"])
    assert crossed["c"].tolist() == 2


VIEWS = st.lists(
    hnp.basic_indices((4, 3, 5), min_dims=1, max_dims=4, allow_newaxis=True),
    min_size=1,
    max_size=4,
)


@settings(max_examples=100, deadline=None)
@given(VIEWS, st.sampled_from(["u1", ">f4", "f8", "c16"]), st.booleans())
def test_any_views_of_one_base(indices: list[Any], dtype: str, turned: bool) -> None:
    """Any slices share over there the elements that they share here, and no others."""
    base = np.arange(60).reshape(4, 3, 5).astype(dtype)
    views = [base[index].T if turned else base[index] for index in indices]
    crossed = cross(views)
    assert list(map(layout, crossed)) == list(map(layout, views))
    assert [view.tolist() for view in crossed] == [view.tolist() for view in views]
    for first, second in combinations(range(len(views)), 2):
        assert np.shares_memory(crossed[first], crossed[second]) == np.shares_memory(
            views[first], views[second]
        )
