"""One process of a box: frames, output and end, without blocking on any of them."""

import contextlib
import os
import select
import socket
import time
from typing import Final, Protocol

from grader.errors import SandboxFailed
from grader.model import Limits, Output
from grader.sandbox.assembly import Assembly
from grader.sandbox.base import Capture, Ending, Stopped, seconds_left
from grader.wire.frames import Kind, frame

__all__ = ["Endings", "ForkedProcess"]

_CHUNK: Final = 1 << 16
_DEATH_SECONDS: Final = 0.01  # a dying process closes its wire before it is dead
_GO: Final = frame(Kind.GO, 0)


class Endings(Protocol):
    """Ends processes by number and tells how they ended."""

    def end(self, number: int) -> None:
        """Have a process killed, soon."""
        ...

    def kill(self, number: int) -> None:
        """Have a process killed, now."""
        ...

    def ending(self, number: int) -> Ending:
        """Wait until it is gone."""
        ...


class ForkedProcess:
    """A process of a box: its wire and its output end here."""

    def __init__(
        self,
        box: Endings,
        number: int,
        wire: socket.socket,
        out: int,
        err: int,
        limits: Limits,
    ) -> None:
        self._box = box
        self._number = number
        self._wire = wire
        self._outputs = {out: "stdout", err: "stderr"}
        self._capture = Capture(limits)
        self._assembly = Assembly()
        self._ending: Ending | None = None
        self._ended = False
        self._here = False
        self.started = 0.0
        wire.setblocking(False)
        self._poll = select.poll()
        self._poll.register(wire, select.POLLIN)
        for descriptor in (out, err):
            os.set_blocking(descriptor, False)
            self._poll.register(descriptor, select.POLLIN)

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a frame, taking output meanwhile so that neither side waits forever."""
        self._assembly.check_empty()
        rest = memoryview(frame)
        while rest:
            try:
                rest = rest[self._wire.send(rest) :]
            except BlockingIOError:
                self._poll.modify(self._wire, select.POLLIN | select.POLLOUT)
                self._wait(deadline)
                self._poll.modify(self._wire, select.POLLIN)
            except OSError:
                raise self._died() from None

    def receive(self, deadline: float) -> bytes:
        """Wait for a frame's body; raises `SandboxFailed` if it is not even set up."""
        while (body := self._take_frame()) is None:
            self._wait(deadline)
        return body

    def go(self) -> None:
        """Let the process execute the source."""
        if not self.started:
            self.started = time.monotonic()
            with contextlib.suppress(OSError):  # the next `receive` tells
                self._wire.send(_GO)

    def end(self) -> None:
        """Let the process end itself: it does when its wire is closed."""
        self.close()
        if not self._ended:
            self._ended = True
            self._box.end(self._number)

    def kill(self) -> None:
        """Have the process killed now."""
        if not self._ended:
            self._ended = True
            self._box.kill(self._number)

    def ending(self) -> Ending:
        """Wait until the process is gone."""
        if self._ending is None:
            self.end()
            self._ending = self._box.ending(self._number)
        return self._ending

    def output(self) -> Output:
        """Return what it printed until now, or until it was ended."""
        for descriptor in list(self._outputs):
            self._drain(descriptor)
        return self._capture.output()

    def close(self) -> None:
        """Take what is left of the output and close this side's ends."""
        for descriptor in list(self._outputs):
            self._drain(descriptor)
            if descriptor in self._outputs:
                os.close(descriptor)
        self._outputs.clear()
        self._wire.close()

    def _wait(self, deadline: float) -> None:
        """Wait until something happens and take it."""
        left = seconds_left(deadline)
        wire = self._wire.fileno()
        if wire < 0:
            raise self._died()
        for descriptor, event in self._poll.poll(left * 1000 + 1):
            if descriptor == wire:
                if event & ~select.POLLOUT:
                    self._take()
            else:
                self._drain(descriptor)
                self._capture.check()

    def _take_frame(self) -> bytes | None:
        body = self._assembly.take()
        if body is None or self._here:
            return body
        self._here = True  # the first frame, from before the student's code ran
        return self._assembly.take()

    def _take(self) -> None:
        try:
            data = self._wire.recv(_CHUNK)
        except BlockingIOError:
            return
        except OSError:
            data = b""
        if not data:
            raise self._died()
        self._assembly.add(data)

    def _drain(self, descriptor: int) -> None:
        """Take what lies in a pipe, but no more than a little over what is allowed."""
        while True:
            try:
                data = os.read(descriptor, _CHUNK)
            except BlockingIOError:
                return
            if not data:
                self._poll.unregister(descriptor)
                os.close(descriptor)
                del self._outputs[descriptor]
                return
            self._capture.add(self._outputs[descriptor], data)
            if self._capture.full():
                return

    def _died(self) -> Stopped:
        time.sleep(_DEATH_SECONDS)
        ending = self.ending()
        if not self._here and not ending.of_box:
            raise SandboxFailed(
                f"a student's process could not be set up ({ending.exit_code})"
            )
        return ending.outcome()
