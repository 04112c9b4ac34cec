"""Values packed by hand, with lies in them.

The lengths of the extensions around a lie are right, so the scan comes to it.
"""

from collections.abc import Callable, Sequence
from functools import cache
from random import Random
from typing import Final

from fuzz.collisions import Key, colliding
from grader.wire.codes import DTYPES, Code

__all__ = ["extension", "lie", "packed", "packed_dict"]

_NUMBERS: Final = (0, 1, 2, 3, 15, 16, 31, 32, 33, 255, 256, 65535)
_HUGE: Final = (10_000, 10_001, 200_000, 200_001, 2**31 - 1, 2**31, 2**32 - 1)
_LENGTHS: Final = (0, 1, 2, 3, 2**24, 2**24 + 1, 2**32, 2**61, 2**63, 2**64 - 1)
_HEADS: Final = tuple(range(0x80, 0x100))
_TEXTS: Final = (
    *(b"\xff", b"\xc3", b"\xed\xa0\x80", b"\xed\xb3\xbf", b"\xc0\x80"),
    *(b"\xf4\x90\x80\x80", b"\xed\xa0\x80\xed\xb0\x80", b"a\xed\xbf\xbf"),
)


def lie(random: Random) -> bytes:
    """Return one value that is not what it says, or nearly breaks a cap."""
    return random.choice(_LIES)(random)


def packed(random: Random, depth: int = 3) -> bytes:
    """Return a value with honest containers and lies inside."""
    if depth == 0 or random.random() < 0.35:
        return lie(random) if random.random() < 0.12 else _plain(random)
    parts = [packed(random, depth - 1) for _ in range(random.randrange(5))]
    kind = random.randrange(3)
    if kind == 0:
        return _array_head(len(parts)) + b"".join(parts)
    if kind == 1:
        return extension(Code.TUPLE, _array_head(len(parts)) + b"".join(parts))
    keys = [_key(random, depth) for _ in parts]
    pairs = (key + part for key, part in zip(keys, parts, strict=True))
    return bytes([0x80 + len(parts)]) + b"".join(pairs)


def extension(code: int, payload: bytes) -> bytes:
    """Pack an extension."""
    length = len(payload)
    if length < 256:
        return bytes([0xC7, length, code]) + payload
    return b"\xc9" + length.to_bytes(4, "big") + bytes([code]) + payload


def packed_dict(keys: Sequence[Key]) -> bytes:
    """Pack a dict with such keys, whether or not they may cross."""
    pairs = b"".join(_packed_key(key) + b"\x01" for key in keys)
    return b"\xde" + len(keys).to_bytes(2, "big") + pairs


def _array_head(length: int) -> bytes:
    return b"\xdc" + length.to_bytes(2, "big")


def _plain(random: Random) -> bytes:
    plain = (b"\xc0", b"\xc2", b"\x07", b"\xff", b"\xa1a", b"\xa0", b"\x90", b"\x80")
    number = b"\xcb" + random.randbytes(8)
    big = extension(Code.INTEGER, random.randbytes(random.randrange(1, 40)))
    handle = extension(Code.HANDLE, b"\x92\x05\xa3Box")
    return random.choice((*plain, number, big, handle))


def _key(random: Random, depth: int) -> bytes:
    if random.random() < 0.1:
        parts = random.choices((b"\x01", b"\xa0", b"\xc3"), k=random.randrange(16))
        return extension(Code.TUPLE, bytes([0x90 + len(parts)]) + b"".join(parts))
    if random.random() < 0.7:
        return random.choice(
            (b"\x01", b"\xa1k", b"\xc3", b"\xd3" + random.randbytes(8))
        )
    return packed(random, depth - 1)


def _count(random: Random) -> bytes:
    """Claim a number of items that are not there."""
    head = random.choice((0xDC, 0xDD, 0xDE, 0xDF, 0xC4, 0xC5, 0xC6, 0xD9, 0xDA, 0xDB))
    width = 1 if head in (0xC4, 0xD9) else 2 if head in (0xC5, 0xDA, 0xDC, 0xDE) else 4
    count = random.choice(_NUMBERS + _HUGE) % (1 << 8 * width)
    return bytes([head]) + count.to_bytes(width, "big") + random.randbytes(3)


def _code(random: Random) -> bytes:
    """Name any extension, with any payload."""
    code = random.choice((*Code, *Code, 0, 15, 127, 128, 255))
    return extension(code, random.randbytes(random.choice((0, 1, 2, 4, 8, 12, 16, 17))))


def _shape(random: Random) -> bytes:
    """Send an array whose shape and bytes do not belong together."""
    dimensions = random.choice((0, 1, 2, 3, 4, 8, 31, 32, 33, 64, 255))
    shape = [random.choice(_LENGTHS) for _ in range(dimensions)]
    if dimensions and random.random() < 0.4:  # no elements, so that the bytes fit
        shape[random.randrange(dimensions)] = 0
    head = bytes([random.randrange(len(DTYPES) + 1), dimensions])
    lengths = b"".join(length.to_bytes(8, "little") for length in shape)
    contents = random.randbytes(random.choice((0, 0, 0, 1, 8, 24)))
    return extension(Code.ARRAY, head + lengths + contents)


def _scalar(random: Random) -> bytes:
    dtype = random.randrange(len(DTYPES) + 1)
    return extension(
        Code.SCALAR, bytes([dtype]) + random.randbytes(random.randrange(9))
    )


def _integer(random: Random) -> bytes:
    length = random.choice((0, 1, 9, 511, 512, 513, 600))
    return extension(Code.INTEGER, random.choice((b"\xff", b"\0", b"\x80")) * length)


def _handle(random: Random) -> bytes:
    inner = packed(random, 2) if random.random() < 0.5 else b"\x92\x01" + lie(random)
    return extension(Code.HANDLE, inner)


def _tuple_of_none(random: Random) -> bytes:
    """Make a tuple of what is no list, or of a list that ends elsewhere."""
    payload = random.choice((b"", b"\x01", b"\x80", b"\x90\x90", b"\x92\x01", b"\xdc"))
    return extension(Code.TUPLE, payload)


def _deep(random: Random) -> bytes:
    """Nest to the cap, or just beyond it, or far."""
    depth = random.choice((25, 27, 28, 29, 30, 31, 32, 33, 200, 1100))
    kind = random.randrange(4)
    if kind == 0:
        return b"\x91" * depth + b"\xc0"
    if kind == 1:
        return b"\x81\x01" * depth + b"\xc0"
    data = b"\x90"
    for _ in range(min(depth, 33)):
        mixed = kind == 3 and random.random() < 0.5
        data = b"\x91" + data if mixed else extension(Code.TUPLE, b"\x91" + data)
    return data


def _text(random: Random) -> bytes:
    """Send bytes as text that are no text: lone surrogates, for one."""
    text = random.choice(_TEXTS)
    return bytes([0xA0 + len(text)]) + text


def _ones(random: Random) -> bytes:
    return b"\xff" * random.choice((1, 4, 60))


def _head(random: Random) -> bytes:
    return bytes([random.choice(_HEADS)]) + random.randbytes(random.randrange(6))


def _timestamp(random: Random) -> bytes:
    return random.choice((b"\xd6\xff" + bytes(4), b"\xc7\x0c\xff" + bytes(12)))


def _many(random: Random) -> bytes:
    """Send many small things in little room: the slowest kinds to build."""
    item = random.choice(
        (b"\xd4\x01\x90", b"\x80", b"\xd4\x02\x01", b"\xd5\x04\x01\x05")
    )
    count = random.choice((20, 20, 20, 300, 8000 // len(item)))
    return _array_head(count) + item * count


def _collision(random: Random) -> bytes:
    """Send a dict whose keys all have one hash, if Python hashes as we think."""
    return _colliding_dict(random.choice((1, 2, 3)))


@cache
def _colliding_dict(parts: int) -> bytes:
    return packed_dict(colliding(parts))


def _packed_key(key: Key) -> bytes:
    if isinstance(key, int):
        return extension(Code.INTEGER, key.to_bytes(9, "little", signed=True))
    numbers = b"".join(b"\xd3" + part.to_bytes(8, "big", signed=True) for part in key)
    return extension(Code.TUPLE, bytes([0x90 + len(key)]) + numbers)


_LIES: Final[tuple[Callable[[Random], bytes], ...]] = (
    *(_count, _code, _shape, _scalar, _integer, _handle, _tuple_of_none, _text),
    *(_count, _code, _shape, _scalar, _integer, _handle, _deep, _ones, _head),
    *(_timestamp, _many, _collision),
)
