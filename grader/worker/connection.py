"""The student's end of the wire: whole frames over a socket, blocking."""

import os
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import Any, Protocol

from grader.wire import caps
from grader.wire.exits import BROKEN_WIRE
from grader.wire.frames import LENGTH, Kind, open_frame
from grader.wire.values import encode

__all__ = ["Connection", "Wire"]


class Wire(Protocol):
    """A way to say and hear whole frames."""

    lock: AbstractContextManager[Any]  # one conversation, also among threads

    def read(self) -> list[Any]:
        """Wait for the next frame."""
        ...

    def write(
        self,
        kind: Kind,
        number: int,
        *rest: object,
        handle: Callable[[object], tuple[int, str]],
    ) -> None:
        """Send a frame."""
        ...


class Connection:
    """
    Reads and writes whole frames; ends the process when the other side is gone.

    Parameters
    ----------
    receive
        Takes up to so many bytes from the stream, none at its end.
    send
        Puts bytes into the stream and tells how many it has taken.
    """

    def __init__(
        self, receive: Callable[[int], bytes], send: Callable[[memoryview], int]
    ) -> None:
        self._receive = receive
        self._send = send
        self.lock: AbstractContextManager[Any] = threading.RLock()

    @classmethod
    def of_descriptor(cls, descriptor: int) -> "Connection":
        """Make a connection of an open descriptor."""
        return cls(partial(os.read, descriptor), partial(os.write, descriptor))

    def read(self) -> list[Any]:
        """Wait for the next frame."""
        (length,) = LENGTH.unpack(self._read_exactly(LENGTH.size))
        return open_frame(self._read_exactly(length))

    def write(
        self,
        kind: Kind,
        number: int,
        *rest: object,
        handle: Callable[[object], tuple[int, str]],
    ) -> None:
        """
        Send a frame.

        Raises
        ------
        WireError
            A value in it breaks a cap; nothing was sent.
        """
        body = encode([int(kind), number, *rest], handle)
        left = memoryview(LENGTH.pack(len(body)) + body)
        try:
            while left:
                left = left[self._send(left) :]
        except OSError:  # the student's code has closed it, or we have
            os._exit(BROKEN_WIRE)

    def _read_exactly(self, size: int) -> bytes:
        try:
            data = self._receive(size)
        except OSError:
            os._exit(BROKEN_WIRE)
        if len(data) == size:
            return data
        parts = bytearray(data)
        while data and len(parts) < size:
            data = self._receive(min(size - len(parts), caps.FRAME_BYTES))
            parts += data
        if len(parts) < size:
            os._exit(0)  # the trusted side has closed: nothing more is wanted
        return bytes(parts)
