"""Where the values in a packed body begin and end, tuples looked into."""

from typing import Final, TypeAlias

from grader.wire.codes import Code

__all__ = ["Token", "tokens"]

Token: TypeAlias = tuple[int, int, int]  # start, end, first byte

_MOST: Final = 60  # enough to choose from
_FIXED: Final = {
    0xCA: 5, 0xCB: 9, 0xCC: 2, 0xCD: 3, 0xCE: 5, 0xCF: 9,
    0xD0: 2, 0xD1: 3, 0xD2: 5, 0xD3: 9,
}  # fmt: skip
_WIDTHS: Final = {
    0xC4: 1, 0xC5: 2, 0xC6: 4, 0xC7: 1, 0xC8: 2, 0xC9: 4, 0xD9: 1, 0xDA: 2,
    0xDB: 4, 0xDC: 2, 0xDD: 4, 0xDE: 2, 0xDF: 4,
}  # fmt: skip


def tokens(body: bytes) -> list[Token]:
    """Return the values in a body, as far as it makes sense; containers are whole."""
    found: list[Token] = []
    _walk(body, 0, found, 0)
    return found


def _walk(body: bytes, start: int, found: list[Token], depth: int) -> int:
    """Note the value at a place, and those inside, and return where it ends."""
    if start >= len(body) or len(found) >= _MOST or depth > 40:
        return len(body)
    head = body[start]
    place = len(found)
    found.append((start, start, head))
    position, inside, end = _head(body, start, head)
    for _ in range(inside):
        if position >= len(body) or len(found) >= _MOST:
            break
        position = _walk(body, position, found, depth + 1)
    end = min(max(position, end), len(body))
    found[place] = (start, end, head)
    return end


def _head(body: bytes, start: int, head: int) -> tuple[int, int, int]:
    """Return where to look on, how many values are there, and the least end."""
    if head < 0x80 or head >= 0xE0 or head in (0xC0, 0xC1, 0xC2, 0xC3):
        return start + 1, 0, 0
    if head < 0xC0:
        return _short(start, head)
    if head in _FIXED:
        return start + _FIXED[head], 0, 0
    width = _WIDTHS.get(head, 0)
    length = int.from_bytes(body[start + 1 : start + 1 + width], "big")
    after = start + 1 + width
    if head >= 0xDC:
        return after, length * (2 if head >= 0xDE else 1), 0
    if not width:
        return _extension(body, after, 1 << head - 0xD4)
    if 0xC7 <= head <= 0xC9:
        return _extension(body, after, length)
    return after + length, 0, 0


def _short(start: int, head: int) -> tuple[int, int, int]:
    if head < 0xA0:
        return start + 1, (head & 15) * (2 if head < 0x90 else 1), 0
    return start + 1 + (head & 31), 0, 0


def _extension(body: bytes, start: int, length: int) -> tuple[int, int, int]:
    end = start + 1 + length
    if body[start : start + 1] in (bytes([Code.TUPLE]), bytes([Code.HANDLE])):
        return start + 1, 1, end
    return end, 0, end
