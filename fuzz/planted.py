"""Readers with a fault planted in them: each shows that the fuzzer finds its like."""

import os
import time
from typing import Any, Final

from fuzz.frames import Frame
from fuzz.reading import read
from fuzz.rules import MEMORY_BYTES, SECONDS, Reader
from grader.wire.frames import LENGTH
from grader.wire.values import EXACT, unpack

__all__ = ["PLANTED"]

_NUMBER: Final = 60  # of the frame that ends or hangs its process


def _unscanned(frame: Frame) -> list[Any]:
    """Build values whose shape and keys nobody looked at."""
    return [unpack(frame.stream[LENGTH.size :], EXACT)]


def _wrong_error(frame: Frame) -> list[Any]:
    """Take apart an array's head without looking whether it is all there."""
    place = frame.stream.find(b"\x05", len(frame.stream) - 12)
    if place >= 0:
        LENGTH.unpack_from(frame.stream, place)
    return read(frame)


def _slow(frame: Frame) -> list[Any]:
    """Take too long over a frame with many bytes of one kind."""
    until = time.thread_time() + 2 * SECONDS
    while frame.stream.count(b"\xff") > 60 and time.thread_time() < until:
        pass
    return read(frame)


def _greedy(frame: Frame) -> list[Any]:
    """Take much memory for every frame, and give it back."""
    bytearray(2 * MEMORY_BYTES + 200 * len(frame.stream))
    return read(frame)


def _believing(frame: Frame) -> list[Any]:
    """Make room for as many bytes as a frame says it has."""
    if len(frame.stream) >= LENGTH.size:
        bytearray(LENGTH.unpack_from(frame.stream)[0])
    return read(frame)


def _ending(frame: Frame) -> list[Any]:
    """End the process on one frame."""
    if frame.number == _NUMBER:
        os._exit(3)
    return read(frame)


def _hanging(frame: Frame) -> list[Any]:
    """Never come back from one frame."""
    while frame.number == _NUMBER:
        time.sleep(1.0)
    return read(frame)


PLANTED: Final[dict[str, Reader]] = {
    "unscanned": _unscanned,
    "wrong-error": _wrong_error,
    "slow": _slow,
    "greedy": _greedy,
    "believing": _believing,
    "ending": _ending,
    "hanging": _hanging,
}
