"""The trusted end of a process that forks: the launcher, or a box."""

import signal
import socket
from typing import Final

import msgpack

from grader.errors import SandboxFailed
from grader.sandbox.base import Ending
from grader.wire.exits import Killed
from grader.wire.frames import READY_WORD

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
        self._to_end: list[int] = []

    def wait_ready(self, seconds: float) -> None:
        """Wait until the process says that it is ready."""
        self._control.settimeout(seconds)
        if self._receive() != READY_WORD:
            raise Gone("an unexpected word from the launcher")

    def fork(self, descriptors: list[int], count: int = 1) -> list[int]:
        """Have processes forked that share the descriptors evenly; return numbers."""
        numbers = [*range(self._number + 1, self._number + 1 + count)]
        self._number += count
        self._ask(numbers, descriptors)
        return numbers

    def end(self, number: int) -> None:
        """Have a process ended: with the next request, which spares a packet."""
        self._to_end.append(number)

    def kill(self, number: int) -> None:
        """Have a process ended now."""
        self.end(number)
        self._ask([], [])

    def ending(self, number: int) -> Ending:
        """Wait for the report of a process that was to be ended."""
        if self._to_end:
            self._ask([], [])
        self._control.settimeout(_ANSWER_SECONDS)
        while number not in self._endings:
            self._keep(self._receive())
        return self._endings.pop(number)

    def close(self) -> None:
        """Let go: the process ends its children and itself."""
        self._control.close()

    def _ask(self, spawn: list[int], descriptors: list[int]) -> None:
        if self._control.fileno() < 0:
            raise Gone("a process that forks was let go")
        self._take_reports()
        packet = msgpack.packb([spawn, self._to_end])
        self._to_end = []
        try:
            socket.send_fds(self._control, [packet], descriptors)
        except OSError as error:
            raise Gone(f"a process that forks is gone: {error}") from error

    def _take_reports(self) -> None:
        """Take what has come: nobody writes to the end of a full socket."""
        self._control.setblocking(False)
        try:
            while packet := self._control.recv(_PACKET):
                self._keep(packet)
        except BlockingIOError:
            return
        except OSError as error:
            raise Gone(f"a process that forks is gone: {error}") from error
        finally:
            self._control.settimeout(_ANSWER_SECONDS)

    def _keep(self, packet: bytes) -> None:
        for number, exit_code, cpu_seconds, how in msgpack.unpackb(packet):
            self._endings[number] = Ending(
                exit_code=exit_code,
                cpu_seconds=cpu_seconds,
                killed=how == Killed.LIVING and exit_code == -signal.SIGKILL,
                greedy=how == Killed.GREEDY and exit_code == -signal.SIGKILL,
            )

    def _receive(self) -> bytes:
        try:
            packet = self._control.recv(_PACKET)
        except OSError as error:
            raise Gone(f"a process that forks does not answer: {error}") from error
        if not packet:
            raise Gone("a process that forks is gone")
        return packet
