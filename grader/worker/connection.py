"""The student's end of the wire: whole frames over a socket, blocking."""

import os
import socket
import threading
from collections.abc import Callable
from contextlib import AbstractContextManager
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
    """Reads and writes whole frames; ends the process when the other side is gone."""

    def __init__(self, stream: socket.socket) -> None:
        self._stream = stream
        self.lock: AbstractContextManager[Any] = threading.RLock()

    def __enter__(self) -> "Connection":
        return self

    def __exit__(self, *_: object) -> None:
        self._stream.close()

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
        try:
            self._stream.sendall(LENGTH.pack(len(body)) + body)
        except OSError:  # the student's code has closed it, or we have
            os._exit(BROKEN_WIRE)

    def _read_exactly(self, size: int) -> bytes:
        try:
            data = self._stream.recv(size)
        except OSError:
            os._exit(BROKEN_WIRE)
        if len(data) == size:
            return data
        parts = bytearray(data)
        while data and len(parts) < size:
            data = self._stream.recv(min(size - len(parts), caps.FRAME_BYTES))
            parts += data
        if len(parts) < size:
            os._exit(0)  # the trusted side has closed: nothing more is wanted
        return bytes(parts)
