"""What is done to a frame's body, and to the stream that brings it."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Final, TypeAlias

from fuzz import lies
from fuzz.tokens import Token, tokens
from grader.wire.codes import Code

__all__ = ["CHANGES", "STREAM_CHANGES", "Change", "cut"]

Change: TypeAlias = Callable[[Random, bytes, Callable[[Random], bytes]], bytes]

_LARGEST: Final = 16 << 10  # the slowest things in so many bytes take 15 ms to build
_EXTENSIONS: Final = (0xC7, 0xC8, 0xC9)
_FLAT: Final = frozenset(range(0xCA, 0xD4))  # numbers, between the extensions


def cut(random: Random, stream: bytes) -> tuple[bytes, ...]:
    """Cut a stream into the pieces in which it arrives: mostly one."""
    stream = stream[:_LARGEST]
    if random.random() < 0.9:
        return (stream,)
    places = sorted(random.randrange(len(stream) + 1) for _ in range(3))
    ends = zip([0, *places], [*places, len(stream)], strict=True)
    return tuple(stream[start:end] for start, end in ends)


def _flip_bits(random: Random, body: bytes, _: object) -> bytes:
    broken = bytearray(body)
    for _ in range(random.choice((1, 1, 2, 8)) if body else 0):
        broken[random.randrange(len(broken))] ^= 1 << random.randrange(8)
    return bytes(broken)


def _set_bytes(random: Random, body: bytes, _: object) -> bytes:
    start = random.randrange(len(body) + 1)
    length = random.choice((1, 2, 4, 8))
    fill = random.choice((b"\xff", b"\0", b"\x7f", b"\x80", random.randbytes(1)))
    return (
        body[:start] + fill * len(body[start : start + length]) + body[start + length :]
    )


def _delete(random: Random, body: bytes, _: object) -> bytes:
    start = random.randrange(len(body) + 1)
    return body[:start] + body[start + random.choice((1, 1, 2, 9)) :]


def _insert(random: Random, body: bytes, _: object) -> bytes:
    place = random.randrange(len(body) + 1)
    return body[:place] + random.randbytes(random.choice((1, 1, 2, 9))) + body[place:]


def _truncate(random: Random, body: bytes, _: object) -> bytes:
    return body[: random.randrange(len(body) + 1)]


def _append(random: Random, body: bytes, other: Callable[[Random], bytes]) -> bytes:
    return body + random.choice((b"\0", b"\xc0", body, other(random)))


def _all_ones(random: Random, body: bytes, _: object) -> bytes:
    start = random.randrange(len(body) + 1)
    return body[:start] + b"\xff" * len(body[start:])


def _splice(random: Random, body: bytes, other: Callable[[Random], bytes]) -> bytes:
    """Put a value of another frame in the place of one of this frame."""
    source = other(random)
    start, end, _ = random.choice(_tokens(source))
    return _put(random, body, lambda _: source[start:end])


def _plant(random: Random, body: bytes, _: object) -> bytes:
    """Put a lie in the place of a value."""
    return _put(random, body, lambda _: lies.packed(random, 2))


def _wrap(random: Random, body: bytes, _: object) -> bytes:
    """Put a value into many containers."""
    depth = random.choice((1, 2, 20, 28, 29, 30, 31, 32, 40))
    if random.random() < 0.5:
        return _put(random, body, lambda inner: b"\x91" * depth + inner)

    def in_tuples(inner: bytes) -> bytes:
        for _ in range(min(depth, 33)):
            inner = lies.extension(Code.TUPLE, b"\x91" + inner)
        return inner

    return _put(random, body, in_tuples)


def _repeat(random: Random, body: bytes, _: object) -> bytes:
    """Put a value many times, in a list or not."""
    times = random.choice((0, 2, 3, 100, 2000))
    head = random.choice((b"", *3 * [b"\xdc" + times.to_bytes(2, "big")]))
    most = _LARGEST // times if times else 0
    return _put(random, body, lambda inner: head + inner[:most] * times)


def _copy(random: Random, body: bytes, _: object) -> bytes:
    """Put a value in the place of another one of the same frame."""
    start, end, _kind = random.choice(_tokens(body))
    return _put(random, body, lambda _: body[start:end])


def _new_head(random: Random, body: bytes, _: object) -> bytes:
    """Claim another type or count for what follows."""
    start, _end, _kind = random.choice(_tokens(body))
    head = random.randrange(256) if random.random() < 0.7 else 0xDD
    return body[:start] + bytes([head]) + body[start + 1 :]


def _new_length(random: Random, body: bytes, _: object) -> bytes:
    """Claim another length in a head that has one."""
    heads = [token for token in _tokens(body) if 0xC4 <= token[2] <= 0xC9]
    heads += [token for token in _tokens(body) if token[2] >= 0xD9 and token[2] < 0xE0]
    if not heads:
        return _new_head(random, body, None)
    start, _end, _kind = random.choice(heads)
    length = random.choice((b"\0", b"\1", b"\x20", b"\xff", b"\xff\xff\xff\xff"))
    return body[: start + 1] + length + body[start + 1 + len(length) :]


def _new_code(random: Random, body: bytes, _: object) -> bytes:
    """Say that an extension holds something else."""
    places = [start + 1 for start, _, kind in _tokens(body) if 0xD4 <= kind <= 0xD8]
    for start, _, kind in _tokens(body):
        if kind in _EXTENSIONS:
            places.append(start + 1 + (1 << kind - 0xC7))
    if not places:
        return _plant(random, body, None)
    place = random.choice(places)
    code = random.choice((*Code, 0, 15, 127, 255))
    return body[:place] + bytes([code]) + body[place + 1 :]


def _tokens(body: bytes) -> Sequence[Token]:
    return tokens(body) or [(0, len(body), -1)]


def _put(random: Random, body: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """Change one value; the lengths of the extensions around it stay right."""
    known = _tokens(body)
    place = random.randrange(len(known))
    start, end, _ = known[place]
    new = change(body[start:end])
    for begin, stop, kind in reversed(known[:place]):
        if begin < start and stop >= end and 0xC7 <= kind <= 0xD8 and kind not in _FLAT:
            code = begin + 1 + (1 << kind - 0xC7 if kind in _EXTENSIONS else 0)
            new = body[code + 1 : start] + new + body[end:stop]
            new, start, end = lies.extension(body[code], new), begin, stop
    return body[:start] + new + body[end:]


def _lie_of_length(random: Random, stream: bytes, _: object) -> bytes:
    length = len(stream) + random.choice((-5, -3, 1, 2**25, 2**25 + 1, 2**31, 2**32))
    return min(max(length, 0), 2**32 - 1).to_bytes(4, "big") + stream[4:]


def _two_frames(
    random: Random, stream: bytes, other: Callable[[Random], bytes]
) -> bytes:
    body = other(random)
    return stream + len(body).to_bytes(4, "big") + body


def _cut_stream(random: Random, stream: bytes, _: object) -> bytes:
    return stream[: random.randrange(len(stream) + 1)]


def _noise(random: Random, _: bytes, __: object) -> bytes:
    body = random.randbytes(random.randrange(64))
    return len(body).to_bytes(4, "big") + body


CHANGES: Final[tuple[tuple[str, Change], ...]] = (
    *(("bits flipped", _flip_bits), ("bytes set", _set_bytes), ("deleted", _delete)),
    *(("inserted", _insert), ("truncated", _truncate), ("appended", _append)),
    *(("all ones", _all_ones), ("new head", _new_head), ("new length", _new_length)),
    # What keeps the frame whole is tried more often.
    *2 * (("wrapped", _wrap), ("repeated", _repeat), ("copied", _copy)),
    *4 * (("spliced", _splice), ("lie planted", _plant), ("new code", _new_code)),
)
STREAM_CHANGES: Final[tuple[tuple[str, Change], ...]] = (
    *(("length of the frame", _lie_of_length), ("two frames", _two_frames)),
    *(("stream cut", _cut_stream), ("noise", _noise)),
)
