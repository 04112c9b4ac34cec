"""Student processes forked from a warm launcher (Linux).

The launcher process (`grader.worker.forkserver`) is told what to fork and what to end;
the frames and the output of each child come straight to this side. One child is always
forked ahead of need, so that a test does not wait for its process.
"""

import os
import select
import shutil
import socket
import subprocess  # noqa: TID251  # this package starts processes
import sys
import tempfile
from typing import Final

import msgpack

from grader.errors import SandboxFailed
from grader.model import Limits, Output
from grader.sandbox.assembly import Assembly
from grader.sandbox.base import (
    WORKER_ENVIRONMENT,
    Capture,
    Ending,
    Stopped,
    seconds_left,
)

__all__ = ["ForkLauncher"]

_START_SECONDS: Final = 60.0
_REPORT_SECONDS: Final = 10.0
_CHUNK: Final = 1 << 16
_PACKET: Final = 4096


class ForkLauncher:
    """Makes student processes by asking the launcher process to fork."""

    def __init__(self) -> None:
        self._scratch = tempfile.mkdtemp(prefix="grader-")
        self._control, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        arguments = [str(theirs.fileno()), self._scratch]
        self._process = subprocess.Popen(
            [sys.executable, "-s", "-P", "-m", "grader.worker", "fork", *arguments],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            cwd="/",
            env=dict(WORKER_ENVIRONMENT),
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        self._control.settimeout(_START_SECONDS)
        self._ready = False
        self._endings: dict[int, Ending] = {}
        self._number = 0
        self._ended: int | None = None
        self._ahead: ForkedProcess | None = None

    def spawn(self, limits: Limits) -> "ForkedProcess":
        """Return the process that was forked ahead and fork the next."""
        process = self._ahead or self._fork()
        self._ahead = self._fork()
        process.limit(limits)
        return process

    def close(self) -> None:
        """End every process, the launcher too, and remove the scratch folder."""
        self._control.close()
        try:
            self._process.wait(_REPORT_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        if self._ahead is not None:
            self._ahead.close()
        shutil.rmtree(self._scratch, ignore_errors=True)

    def ask_end(self, number: int) -> None:
        """Have a child killed: with the next fork, or now if one waits already."""
        self._flush_end()
        self._ended = number

    def ending(self, number: int) -> Ending:
        """Wait for the report of a child that was to be ended."""
        self._flush_end()
        self._control.settimeout(_REPORT_SECONDS)
        while number not in self._endings:
            ended, exit_code, cpu_seconds = self._receive()
            self._endings[ended] = Ending(exit_code=exit_code, cpu_seconds=cpu_seconds)
        return self._endings.pop(number)

    def _fork(self) -> "ForkedProcess":
        if not self._ready:
            self._await_ready()
        self._number += 1
        mine, wire = socket.socketpair()
        out_read, out_write = os.pipe()
        err_read, err_write = os.pipe()
        theirs = [wire.fileno(), out_write, err_write]
        self._ask(spawn=self._number, end=self._ended, descriptors=theirs)
        self._ended = None
        wire.close()
        os.close(out_write)
        os.close(err_write)
        return ForkedProcess(self, self._number, mine, out_read, err_read)

    def _flush_end(self) -> None:
        if self._ended is not None:
            self._ask(spawn=None, end=self._ended, descriptors=[])
            self._ended = None

    def _ask(
        self, *, spawn: int | None, end: int | None, descriptors: list[int]
    ) -> None:
        packet = msgpack.packb({"spawn": spawn, "end": end})
        try:
            socket.send_fds(self._control, [packet], descriptors)
        except OSError as error:
            raise SandboxFailed(f"the launcher is gone: {error}") from error

    def _await_ready(self) -> None:
        try:
            answer = self._control.recv(_PACKET)
        except OSError as error:
            raise SandboxFailed(f"the launcher did not start: {error}") from error
        if answer != b"ready":
            raise SandboxFailed("the launcher did not start")
        self._ready = True

    def _receive(self) -> tuple[int, int, float]:
        try:
            packet = self._control.recv(_PACKET)
        except OSError as error:
            raise SandboxFailed(f"the launcher does not answer: {error}") from error
        if not packet:
            raise SandboxFailed("the launcher is gone")
        number, exit_code, cpu_seconds = msgpack.unpackb(packet)
        return number, exit_code, cpu_seconds


class ForkedProcess:
    """A child of the launcher: its wire and its output end here."""

    def __init__(
        self,
        launcher: ForkLauncher,
        number: int,
        wire: socket.socket,
        out: int,
        err: int,
    ) -> None:
        self._launcher = launcher
        self._number = number
        self._wire = wire
        self._outputs = {out: "stdout", err: "stderr"}
        self._capture = Capture(Limits())
        self._assembly = Assembly()
        self._ending: Ending | None = None
        self._ended = False
        wire.setblocking(False)
        self._poll = select.poll()
        self._poll.register(wire, select.POLLIN)
        for descriptor in (out, err):
            os.set_blocking(descriptor, False)
            self._poll.register(descriptor, select.POLLIN)

    def limit(self, limits: Limits) -> None:
        """Set what the process may print."""
        self._capture = Capture(limits)

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
        """Wait for a frame's body."""
        while (body := self._assembly.take()) is None:
            self._wait(deadline)
        return body

    def end(self) -> None:
        """Have the process killed."""
        if not self._ended:
            self._ended = True
            self._launcher.ask_end(self._number)

    def ending(self) -> Ending:
        """Wait until the process is gone."""
        if self._ending is None:
            self.end()
            self._ending = self._launcher.ending(self._number)
            self.close()
        return self._ending

    def output(self) -> Output:
        """Return what it printed until now."""
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
        for descriptor, event in self._poll.poll(left * 1000 + 1):
            if descriptor == wire:
                if event & ~select.POLLOUT:
                    self._take()
            else:
                self._drain(descriptor)
                self._capture.check()

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
        return self.ending().outcome()
