"""The trusted end of a process that forks: the launcher, or a box."""

import socket
from typing import Final

import msgpack

from grader.errors import SandboxFailed
from grader.sandbox.base import Ending

__all__ = ["ForkControl", "Gone"]

_ANSWER_SECONDS: Final = 10.0
_PACKET: Final = 4096


class Gone(SandboxFailed):
    """The process that forks is gone, or does not answer."""


class ForkControl:
    """
    Asks for forks and ends, and keeps the reports of how they ended.

    Parameters
    ----------
    control
        A connected SOCK_SEQPACKET socket.
    """

    def __init__(self, control: socket.socket) -> None:
        self._control = control
        self._endings: dict[int, Ending] = {}
        self._number = 0
        self._to_end: int | None = None

    def wait_ready(self, seconds: float) -> None:
        """Wait until the process says that it is ready."""
        self._control.settimeout(seconds)
        if self._receive() != b"ready":
            raise Gone("an unexpected word from the launcher")

    def fork(self, descriptors: list[int]) -> int:
        """Have a process forked that takes the descriptors; return its number."""
        self._number += 1
        self._ask(self._number, self._to_end, descriptors)
        self._to_end = None
        return self._number

    def end(self, number: int) -> None:
        """Have a process killed: with the next fork, which spares a packet, or soon."""
        self._flush()
        self._to_end = number

    def ending(self, number: int) -> Ending:
        """Wait for the report of a process that was to be ended."""
        self._flush()
        self._control.settimeout(_ANSWER_SECONDS)
        while number not in self._endings:
            ended, exit_code, cpu_seconds = msgpack.unpackb(self._receive())
            self._endings[ended] = Ending(exit_code=exit_code, cpu_seconds=cpu_seconds)
        return self._endings.pop(number)

    def close(self) -> None:
        """Let go: the process ends its children and itself."""
        self._control.close()

    def _flush(self) -> None:
        if self._to_end is not None:
            self._ask(None, self._to_end, [])
            self._to_end = None

    def _ask(self, spawn: int | None, end: int | None, descriptors: list[int]) -> None:
        try:
            packet = msgpack.packb([spawn, end])
            socket.send_fds(self._control, [packet], descriptors)
        except OSError as error:
            raise Gone(f"a process that forks is gone: {error}") from error

    def _receive(self) -> bytes:
        try:
            packet = self._control.recv(_PACKET)
        except OSError as error:
            raise Gone(f"a process that forks does not answer: {error}") from error
        if not packet:
            raise Gone("a process that forks is gone")
        return packet
