"""A frame from a student's process may be anything: it is a value or a WireError."""

import gc
import random
import time
import tracemalloc
from collections.abc import Iterator
from contextlib import suppress

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.wire.codes import Code
from grader.wire.errors import WireError
from grader.wire.scan import scan
from grader.wire.values import decode, encode

MUTANTS = 20_000
SECONDS_EACH = 0.05
MEMORY_BYTES = 2 << 20


def refused(data: bytes) -> str:
    """Return why a frame is refused."""
    with pytest.raises(WireError) as caught:
        decode(data, {})
    return str(caught.value)


def frame() -> bytes:
    """Pack a frame with a value of every kind in it."""
    value = [
        *(None, True, False, 0, -1, 127, 128, 2**15, 2**31, 2**63, -(2**31), -(2**63)),
        *(2**100, 0.5, 1j, "a", "b" * 40, "c" * 300, b"d", b"e" * 300),
        *((), (1, (2.0, [3])), [[]], {"k": {1: (True,)}}, list(range(20))),
        *(np.float32(0.5), np.int8(1), np.bool_(True), np.complex64(1j)),
        *(np.arange(6.0).reshape(2, 3), np.zeros((0, 3)), np.array([True])),
        *(np.array(1), np.array([1j], np.complex64)),
        {str(number): number for number in range(20)},
    ]
    return encode([3, 7, value, []], lambda _: (0, "object"))


FRAME = frame()


def test_a_whole_frame_is_read() -> None:
    """The frame that the following tests break is sound."""
    kind, number, value, changed = decode(FRAME, {})
    assert (kind, number, len(value), changed) == (3, 7, 35, [])


def test_a_frame_cut_at_any_byte() -> None:
    """A frame that ends early is refused, wherever it ends."""
    for length in range(len(FRAME)):
        assert refused(FRAME[:length]) == "truncated"


@pytest.mark.parametrize("more", [b"\0", b"\xc0", b"\xc1", b"\xdd", FRAME])
def test_a_frame_with_something_after_it(more: bytes) -> None:
    """What follows the value is refused, whatever it is."""
    assert refused(FRAME + more) == "bytes after the value"


def mutants(seed: int) -> Iterator[bytes]:
    """Yield broken copies of the frame: bytes changed, cut, doubled and moved."""
    chance = random.Random(seed)
    odd = [0x7F, 0x80, 0x90, 0x91, 0xC0, 0xC1, 0xC4, 0xC7, 0xC9, 0xD4, 0xDD, 0xDF, 0xFF]
    for _ in range(MUTANTS):
        data = bytearray(FRAME)
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8))):
            place = chance.randrange(len(data))
            other = chance.randrange(len(data))
            change = chance.randrange(6)
            if change == 0:
                data[place] ^= 1 << chance.randrange(8)
            elif change == 1:
                data[place] = chance.choice(odd)
            elif change == 2:
                del data[place : place + chance.randrange(1, 9)]
            elif change == 3:
                data[place:place] = data[other : other + chance.randrange(1, 40)]
            elif change == 4:
                data[place] = chance.randrange(256)
            else:
                data[place : place + 4] = chance.randbytes(4)
        yield bytes(data)


def test_mutated_frames() -> None:
    """20,000 broken frames: each is refused or read, at once and in little memory."""
    seed = 20260101
    refusals = 0
    slowest = 0.0
    gc.disable()  # a collection would be counted as the frame's time
    try:
        for data in mutants(seed):
            started = time.thread_time()
            try:
                decode(data, {Code.HANDLE: bytes})
            except WireError:
                refusals += 1
            slowest = max(slowest, time.thread_time() - started)
    finally:
        gc.enable()
    assert MUTANTS * 0.5 < refusals < MUTANTS
    assert slowest < SECONDS_EACH


def test_mutated_frames_take_no_memory() -> None:
    """No broken frame makes us ask for more memory than the frame is worth."""
    tracemalloc.start()
    try:
        for number, data in enumerate(mutants(7)):
            if number == MUTANTS // 20:
                break
            tracemalloc.reset_peak()
            before = tracemalloc.get_traced_memory()[0]
            with suppress(WireError):
                decode(data, {})
            assert tracemalloc.get_traced_memory()[1] - before < MEMORY_BYTES
    finally:
        tracemalloc.stop()


@settings(max_examples=300, deadline=None)
@given(st.binary(max_size=60))
def test_arbitrary_bytes(data: bytes) -> None:
    """Any bytes are a value or a WireError, nothing else."""
    try:
        decode(data, {})
    except WireError:
        return
    scan(data)


SLOWEST = {
    "integers": b"\xce\0\x0f\x42\x40",
    "empty tuples": b"\xd4\x01\x90",
    "tuples of one": b"\xd5\x01\x91\x01",
    "large integers": b"\xd8\x02" + bytes(16),
    "scalars": b"\xd5\x04\x01\x05",
    "empty arrays": b"\xc7\x0a\x05\x01\x01" + bytes(8),
    "dicts": b"\x81\x01\x01",
    "texts": b"\xa1a",
}


@pytest.mark.parametrize("name", SLOWEST)
def test_many_items_are_read_within_reason(name: str) -> None:
    """Reading the most items of the slowest kinds takes a few seconds at the worst."""
    count = 50_000  # a quarter of the most
    data = b"\xdd" + count.to_bytes(4, "big") + SLOWEST[name] * count
    started = time.thread_time()
    assert len(decode(data, {})) == count
    assert time.thread_time() - started < 1.0
