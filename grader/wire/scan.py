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

_CODES: Final = frozenset(Code)

# First byte -> bytes of a value without contents. -1: look below.
_FIXED: Final = [-1] * 256
for _byte in (*range(0x80), *range(0xE0, 0x100), 0xC0, 0xC2, 0xC3):
    _FIXED[_byte] = 1
for _byte, _size in {
    0xCA: 5, 0xCB: 9, 0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9, 0xD0: 2, 0xD1: 3, 0xD2: 5,
    0xD3: 9,
}.items():  # fmt: skip
    _FIXED[_byte] = _size

# First byte -> bytes of the length that follows it.
_TEXT: Final = {0xC4: 1, 0xC5: 2, 0xC6: 4, 0xD9: 1, 0xDA: 2, 0xDB: 4}
_ARRAY: Final = {0xDC: 2, 0xDD: 4}
_MAP: Final = {0xDE: 2, 0xDF: 4}
_EXTENSION: Final = {0xC7: 1, 0xC8: 2, 0xC9: 4}
_FIXED_EXTENSION: Final = {0xD4: 1, 0xD5: 2, 0xD6: 4, 0xD7: 8, 0xD8: 16}
_EXTENSION_BYTES: Final = frozenset({*_EXTENSION, *_FIXED_EXTENSION})


def scan(data: bytes) -> None:
    """
    Check one packed value, tuples inside it included.

    Raises
    ------
    WireError
        The value is truncated, has something after it, or breaks a cap.
    """
    _Scan(data).value(0, len(data), depth=0)


class _Scan:
    """The counts that run through a whole frame."""

    __slots__ = ("data", "items", "nested_bytes")

    def __init__(self, data: bytes) -> None:
        self.data = data
        self.items = 0
        self.nested_bytes = 0

    def value(self, position: int, end: int, *, depth: int) -> None:
        """Check that exactly one value lies from ``position`` to ``end``."""
        data = self.data
        remaining = 1  # values that the innermost open container still holds
        outer: list[int] = []
        while remaining or outer:
            if not remaining:
                remaining = outer.pop()
                continue
            if position >= end:
                raise WireError("truncated")
            remaining -= 1
            size = _FIXED[data[position]]
            if size > 0:
                position += size
            elif data[position] in _EXTENSION_BYTES:
                position = self._extension(position, end, depth + len(outer) + 1)
            else:
                position, inside = _open(data, position)
                if inside:
                    self._count(inside)
                    outer.append(remaining)
                    remaining = inside
                    if depth + len(outer) > caps.DEPTH:
                        raise WireError(f"nested deeper than {caps.DEPTH}")
        if position != end:
            raise WireError("truncated" if position > end else "bytes after the value")

    def _count(self, inside: int) -> None:
        self.items += inside
        if self.items > caps.ITEMS:
            raise WireError(f"more than {caps.ITEMS} items")

    def _extension(self, position: int, end: int, depth: int) -> int:
        """Return where an extension ends; a tuple's contents are checked too."""
        data = self.data
        byte = data[position]
        if byte in _FIXED_EXTENSION:
            after, length = position + 1, _FIXED_EXTENSION[byte]
        else:
            after, length = _length(data, position, _EXTENSION[byte])
        start = after + 1
        if start + length > end:
            raise WireError("truncated")
        code = data[after]
        if code not in _CODES:
            raise WireError(f"unknown extension {code}")
        if code == Code.TUPLE:
            if depth > caps.DEPTH:
                raise WireError(f"nested deeper than {caps.DEPTH}")
            self.nested_bytes += length
            if self.nested_bytes > 2 * caps.FRAME_BYTES:
                raise WireError("nested values are too large")
            self.value(start, start + length, depth=depth)
        return start + length


def _open(data: bytes, position: int) -> tuple[int, int]:
    """Return where the contents begin (or end, for text) and how many values follow."""
    byte = data[position]
    if 0xA0 <= byte <= 0xBF:
        return position + 1 + (byte & 0x1F), 0
    if 0x90 <= byte <= 0x9F:
        return position + 1, byte & 0x0F
    if 0x80 <= byte <= 0x8F:
        return position + 1, 2 * (byte & 0x0F)
    if byte in _TEXT:
        after, length = _length(data, position, _TEXT[byte])
        if length > caps.TEXT_BYTES:
            raise WireError(f"text of more than {caps.TEXT_BYTES} bytes")
        return after + length, 0
    if byte in _ARRAY:
        return _length(data, position, _ARRAY[byte])
    if byte in _MAP:
        after, length = _length(data, position, _MAP[byte])
        if length > caps.DICT_ENTRIES:
            raise WireError(f"a dict of more than {caps.DICT_ENTRIES} entries")
        return after, 2 * length
    raise WireError(f"unknown byte {byte:#04x}")


def _length(data: bytes, position: int, width: int) -> tuple[int, int]:
    after = position + 1 + width
    if after > len(data):
        raise WireError("truncated")
    return after, int.from_bytes(data[position + 1 : after], "big")
