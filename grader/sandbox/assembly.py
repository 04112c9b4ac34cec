"""Puts frames together from the pieces that a stream delivers."""

from typing import Final

from grader.model import Outcome
from grader.sandbox.base import Stopped
from grader.wire import caps
from grader.wire.frames import LENGTH

__all__ = ["Assembly"]

_MOST: Final = LENGTH.size + caps.FRAME_BYTES + (1 << 16)  # and what came with its end


class Assembly:
    """The bytes of a stream that are not yet a whole frame."""

    def __init__(self) -> None:
        self._bytes = bytearray()

    def add(self, data: bytes) -> None:
        """Take what arrived; raises `Stopped` if it is more than a frame can be."""
        self._bytes += data
        if len(self._bytes) > _MOST:
            self._bytes.clear()
            raise Stopped(Outcome.PROTOCOL, "more than a frame that nobody asked for")

    def take(self) -> bytes | None:
        """Return the next frame's body, None if it is not complete."""
        if len(self._bytes) < LENGTH.size:
            return None
        (length,) = LENGTH.unpack_from(self._bytes)
        if length > caps.FRAME_BYTES:
            raise Stopped(Outcome.PROTOCOL, f"a frame of {length} bytes")
        end = LENGTH.size + length
        if len(self._bytes) < end:
            return None
        body = bytes(self._bytes[LENGTH.size : end])
        del self._bytes[:end]
        return body

    def check_empty(self) -> None:
        """Raise `Stopped` if something arrived that nobody asked for."""
        if self._bytes:
            raise Stopped(Outcome.PROTOCOL, "a frame that nobody asked for")
