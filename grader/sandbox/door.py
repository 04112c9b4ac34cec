"""The port at which processes started from scratch report, each with its token."""

import contextlib
import secrets
import socket
import time
from collections.abc import Callable
from typing import Final

from grader.errors import SandboxFailed

__all__ = ["Door"]

_START_SECONDS: Final = 60.0
_TICK_SECONDS: Final = 0.1  # how often it is looked whether the process still lives
_TOKEN_SECONDS: Final = 2.0  # for a stranger who says nothing
_TOKEN_BYTES: Final = 32


class Door:
    """Lets in whoever shows a token; processes may come in any order."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(_TICK_SECONDS)
        self._invited: set[bytes] = set()
        self._arrived: dict[bytes, socket.socket] = {}

    @property
    def port(self) -> int:
        """Where to connect."""
        port: int = self._server.getsockname()[1]
        return port

    def invite(self) -> bytes:
        """Return the token of one process."""
        token = secrets.token_hex(_TOKEN_BYTES).encode("ascii")
        self._invited.add(token)
        return token

    def wait_for(self, token: bytes, alive: Callable[[], bool]) -> socket.socket:
        """
        Return the connection of the process with this token.

        Raises
        ------
        SandboxFailed
            It died before it came, or did not come in time.
        """
        deadline = time.monotonic() + _START_SECONDS
        while token not in self._arrived:
            may_come = alive() and time.monotonic() < deadline
            self._let_in()
            if not may_come and token not in self._arrived:
                raise SandboxFailed("a student process did not start")
        return self._arrived.pop(token)

    def forget(self, token: bytes) -> None:
        """Let a process in no more; close its connection if it has come."""
        self._invited.discard(token)
        if token in self._arrived:
            self._arrived.pop(token).close()

    def close(self) -> None:
        """Let nobody in any more."""
        for token in list(self._arrived):
            self.forget(token)
        self._server.close()

    def _let_in(self) -> None:
        try:
            stream, _ = self._server.accept()
        except TimeoutError:
            return
        token = b""
        stream.settimeout(_TOKEN_SECONDS)
        with contextlib.suppress(OSError):
            token = stream.recv(2 * _TOKEN_BYTES, socket.MSG_WAITALL)
        if token not in self._invited:
            stream.close()
            return
        self._invited.discard(token)
        self._arrived[token] = stream
        stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
