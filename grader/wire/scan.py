"""Checks the shape of a packed value before anything is built from it.

msgpack's own decoder allocates a list as soon as it reads a header that claims one, and
builds `msgpack.Timestamp` objects unasked. This pass walks the tokens first, allocates
nothing, and refuses what breaks a cap.
"""

from typing import Final

from grader.wire import caps
from grader.wire.codes import Code
from grader.wire.errors import WireError

__all__ = ["scan"]


def scan(data: bytes) -> bool:
    """
    Check one packed value, tuples inside it included.

    Returns
    -------
    bool
        Whether a dict is in it; what its keys are is not looked at.

    Raises
    ------
    WireError
        The value is truncated, has something after it, or breaks a cap.
    """
    position, remaining = 0, 1
    # Of each open container: how many values follow it in what is around it, and where
    # it must end, if that is known: lists and dicts end when their count is reached.
    outer: list[tuple[int, int | None]] = [(0, len(data))]
    items, nested_bytes, has_dict = 0, 0, False
    while outer:
        while remaining:
            if position >= len(data):
                raise WireError(_MISSING)
            remaining -= 1
            byte = data[position]
            size = _SIZES[byte]
            if size:
                position += size
                continue
            position, inside, end = _head(data, position)
            if not inside and end is None:
                continue
            outer.append((remaining, end))
            remaining = inside
            items += inside
            has_dict = has_dict or byte in _DICTS
            if end is not None:
                nested_bytes += end - position
            if items > caps.ITEMS or len(outer) > _OUTER or nested_bytes > _NESTED:
                raise _too_much(items, len(outer))
        remaining, end = outer.pop()
        if end is not None and position != end:
            raise WireError(_MISSING if position > end else _LEFT_OVER)
    return has_dict


def _too_much(items: int, outer: int) -> WireError:
    if items > caps.ITEMS:
        return WireError(f"more than {caps.ITEMS} items")
    if outer > _OUTER:
        return WireError(f"nested deeper than {caps.DEPTH}")
    return WireError("nested values are too large")


def _head(data: bytes, position: int) -> tuple[int, int, int | None]:
    """
    Read the head of a value of no fixed size.

    Returns
    -------
    tuple
        Where to go on, how many values are inside, and where a tuple must end.
    """
    try:
        kind, width, length = _HEADS[data[position]]
    except KeyError:
        raise WireError("an unknown byte") from None
    start = position + 1 + width
    if width:
        if start > len(data):
            raise WireError(_MISSING)
        length = int.from_bytes(data[position + 1 : start], "big")
    if kind == _LIST:
        return start, length, None
    if kind == _EXTENSION:
        return _extension(data, start, length)
    if kind == _DICT:
        if length > caps.DICT_ENTRIES:
            raise WireError(f"a dict of more than {caps.DICT_ENTRIES} entries")
        return start, 2 * length, None
    if length > caps.TEXT_BYTES:
        raise WireError(f"text of more than {caps.TEXT_BYTES} bytes")
    return start + length, 0, None


def _extension(data: bytes, start: int, length: int) -> tuple[int, int, int | None]:
    end = start + 1 + length
    if end > len(data):
        raise WireError(_MISSING)
    code = data[start]
    if code not in _CODES:
        raise WireError(f"unknown extension {code}")
    if code == _HANDLE and length > caps.HANDLE_BYTES:
        raise WireError("an object's number and type take too much room")
    if code != _TUPLE:
        return end, 0, None
    if not length or data[start + 1] not in _LISTS:
        raise WireError("a tuple that is no list of items")
    inner, inside, _ = _head(data, start + 1)
    return inner, inside, end


_MISSING: Final = "truncated"
_LEFT_OVER: Final = "bytes after the value"
_OUTER: Final = caps.DEPTH + 1
_NESTED: Final = 2 * caps.FRAME_BYTES  # what is in tuples is copied at each level
_CODES: Final = frozenset(map(int, Code))
_TUPLE: Final = int(Code.TUPLE)
_HANDLE: Final = int(Code.HANDLE)
_LISTS: Final = frozenset({*range(0x90, 0xA0), 0xDC, 0xDD})
_DICTS: Final = frozenset({*range(0x80, 0x90), 0xDE, 0xDF})
_LIST, _DICT, _TEXT, _EXTENSION = range(4)

# First byte -> bytes of a value that holds no others. 0: see _HEADS.
_SIZES: Final = [0] * 256
for _byte in (*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3):
    _SIZES[_byte] = 1
for _byte in range(0xA0, 0xC0):
    _SIZES[_byte] = 1 + (_byte & 0x1F)
for _byte, _size in {
    0xCA: 5, 0xCB: 9, 0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5,
    0xD3: 9,
}.items():  # fmt: skip
    _SIZES[_byte] = _size

# First byte -> kind, bytes of the length that follows, the length if none follows.
_HEADS: Final = {
    **{0x80 + length: (_DICT, 0, length) for length in range(16)},
    **{0x90 + length: (_LIST, 0, length) for length in range(16)},
    **{0xC4 + power: (_TEXT, 1 << power, 0) for power in range(3)},
    **{0xC7 + power: (_EXTENSION, 1 << power, 0) for power in range(3)},
    **{0xD4 + power: (_EXTENSION, 0, 1 << power) for power in range(5)},
    **{0xD9 + power: (_TEXT, 1 << power, 0) for power in range(3)},
    **{0xDC + power: (_LIST, 2 << power, 0) for power in range(2)},
    **{0xDE + power: (_DICT, 2 << power, 0) for power in range(2)},
}
