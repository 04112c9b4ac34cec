"""Boxes and processes forked from a warm launcher (Linux).

A launcher is told what to fork and what to end; frames and output of each process come
straight to this side. One box is always forked ahead of need, and while a test runs the
processes of the next ones are forked and the first of them already executes the source,
so that no test waits for its process.
"""

import os
import signal
import socket
from contextlib import suppress
from dataclasses import replace
from typing import Final

from grader.errors import SandboxFailed
from grader.model import Limits
from grader.sandbox.base import Ending
from grader.sandbox.forkcontrol import ForkControl, Gone
from grader.sandbox.forked import ForkedProcess
from grader.wire.frames import READY_WORD

__all__ = ["ForkLauncher", "is_ours"]

_START_SECONDS: Final = 60.0
_MOST_AHEAD: Final = 8  # processes forked at a time: three descriptors each


class ForkLauncher:
    """
    Makes boxes by asking a launcher process to fork.

    Parameters
    ----------
    control
        A socket from `grader.sandbox.forkserver.ForkServer.connect`.
    """

    def __init__(self, control: socket.socket) -> None:
        self._control = ForkControl(control)
        self._ready = False
        self._ahead: ForkBox | None = None

    def open(self, load: bytes, limits: Limits) -> "ForkBox":
        """Give the source to the box that was forked ahead, and fork the next."""
        if not self._ready:
            self._control.wait_ready(_START_SECONDS)
            self._ready = True
        box, self._ahead = self._ahead or ForkBox(self._control), None
        try:
            box.load(load, limits)
        except SandboxFailed:
            box.let_go()
            raise
        self._ahead = ForkBox(self._control)
        return box

    def close(self) -> None:
        """Let the launcher end, and every process with it."""
        if self._ahead is not None:
            self._ahead.let_go()
        self._control.close()


class ForkBox:
    """A submission's process that forks one process per test."""

    def __init__(self, launcher: ForkControl) -> None:
        self._launcher = launcher
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        self._wire, wire = socket.socketpair()
        self._control = ForkControl(mine)
        try:
            with theirs, wire:
                (self._number,) = launcher.fork([wire.fileno(), theirs.fileno()])
        except Gone:
            self.let_go()
            raise
        self._limits = Limits()
        self._waiting: list[ForkedProcess] = []
        self._ending: Ending | None = None

    def load(self, load: bytes, limits: Limits) -> None:
        """Send the source; the box reads it before it forks anything."""
        self._limits = limits
        self._wire.settimeout(_START_SECONDS)
        try:
            if self._wire.recv(len(READY_WORD)) != READY_WORD:
                raise SandboxFailed("a box could not be set up")
            self._wire.sendall(load)
        except OSError as error:
            raise SandboxFailed(f"a box does not take its source: {error}") from error
        self._wire.close()

    def spawn(self, *, following: int = 0) -> ForkedProcess:
        """Return a process; let the next one execute the source meanwhile."""
        first = not self._waiting
        process = self._waiting.pop(0) if self._waiting else self._fork(1)[0]
        process.go()
        if following and not self._waiting:
            # If the source cannot be imported, only one was forked in vain.
            self._waiting = self._fork(1 if first else min(following, _MOST_AHEAD))
        if self._waiting:
            self._waiting[0].go()
        return process

    def close(self) -> None:
        """End the box and its processes."""
        for process in self._waiting:
            process.close()
        self._waiting = []
        self._control.close()
        if self._ending is None:  # its files are gone before the next one begins
            self._launcher.end(self._number)
            with suppress(Gone):
                self._ending = self._launcher.ending(self._number)

    def let_go(self) -> None:
        """Close this side's ends; the launcher ends the box when it is closed."""
        self._control.close()
        self._wire.close()

    def end(self, number: int) -> None:
        """Have a process of this box ended, soon."""
        self._control.end(number)

    def kill(self, number: int) -> None:
        """Have a process of this box killed."""
        with suppress(Gone):  # the kernel has killed it with the box
            self._control.kill(number)

    def ending(self, number: int) -> Ending:
        """Wait for a process's end, or explain the end of the whole box."""
        try:
            return self._control.ending(number)
        except Gone:
            return self._own_ending()

    def _own_ending(self) -> Ending:
        """Tell how the box ended: the compiler may have crashed or hung."""
        if self._ending is None:
            self._launcher.end(self._number)
            ending = self._launcher.ending(self._number)
            if is_ours(ending, self._limits):
                raise SandboxFailed(f"a box ended by itself ({ending.exit_code})")
            self._ending = replace(ending, of_box=True)
        return self._ending

    def _fork(self, count: int) -> list[ForkedProcess]:
        mine: list[tuple[socket.socket, int, int]] = []
        theirs: list[int] = []
        for _ in range(count):
            near, far = socket.socketpair()
            out_read, out_write = os.pipe()
            err_read, err_write = os.pipe()
            mine.append((near, out_read, err_read))
            theirs += [far.detach(), out_write, err_write]
        try:
            numbers = self._control.fork(theirs, count)
        except Gone:
            numbers = [0] * count  # of none: closed wires lead to the box's own end
        for descriptor in theirs:
            os.close(descriptor)
        return [
            ForkedProcess(self, number, *ends, self._limits)
            for number, ends in zip(numbers, mine, strict=True)
        ]


def is_ours(ending: Ending, limits: Limits) -> bool:
    """
    Tell whether a box has ended without any doing of the student's.

    None of their code runs there: a compiler that crashes dies of a signal, and one
    that hangs of the limit on its time.
    """
    early = ending.cpu_seconds < limits.cpu_seconds
    from_outside = ending.exit_code == -signal.SIGKILL and early
    return not ending.killed and (ending.exit_code >= 0 or from_outside)
