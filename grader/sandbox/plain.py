"""Student processes started from scratch, where there is no fork (macOS, Windows).

The wire is a loopback connection that the process opens itself, after it was given a
token over standard input; two threads take its output. Slower than a fork by the start
of Python and numpy, otherwise the same.
"""

import contextlib
import os
import shutil
import signal
import socket
import subprocess  # noqa: TID251  # this package starts processes
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import IO, Final

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
from grader.sandbox.door import Door
from grader.wire.frames import Kind, frame

__all__ = ["NoServer", "PlainLauncher"]

_START_SECONDS: Final = 60.0
_END_SECONDS: Final = 10.0
_TICK_SECONDS: Final = 0.05  # how often a flood of output is looked for
_CHUNK: Final = 1 << 16
_GO: Final = frame(Kind.GO, 0)


class PlainLauncher:
    """Starts one Python per test, one ahead of need."""

    def __init__(self) -> None:
        self._door = Door()
        self._boxes: list[PlainBox] = []
        self._ahead: _Started | None = None

    def open(self, load: bytes, limits: Limits) -> "PlainBox":
        """Keep the source for the processes to come."""
        self._boxes.append(PlainBox(self, load, limits))
        return self._boxes[-1]

    def start(self) -> "_Started":
        """Return the Python that was started ahead and start the next."""
        started = self._ahead or _Started(self._door)
        self._ahead = _Started(self._door)
        return started

    def closed(self, box: "PlainBox") -> None:
        """Forget a box."""
        if box in self._boxes:
            self._boxes.remove(box)

    def close(self) -> None:
        """End every process and stop listening."""
        for box in list(self._boxes):
            box.close()
        if self._ahead is not None:
            self._ahead.discard()
        self._door.close()


class NoServer:
    """Stands where a server is elsewhere: each runner starts what it needs."""

    def connect(self) -> None:
        """Return None: a `PlainLauncher` needs nobody at the other end."""

    def shows(self, path: Path) -> bool:  # noqa: ARG002
        """Return False: nothing is hidden here, so nothing is shown by mistake."""
        return False

    def last_words(self) -> str:
        """Return nothing: there is no server that says anything."""
        return ""

    def close(self) -> None:
        """Do nothing."""


class PlainBox:
    """A submission whose processes each compile the source themselves."""

    def __init__(self, launcher: PlainLauncher, load: bytes, limits: Limits) -> None:
        self._launcher = launcher
        self._load = load
        self._limits = limits
        self._processes: list[PlainProcess] = []

    def spawn(self, *, following: int = 0) -> "PlainProcess":  # noqa: ARG002
        """Return a process that has got the source."""
        process = PlainProcess(self._launcher.start(), self._limits)
        process.send(self._load + _GO, time.monotonic() + _START_SECONDS)
        self._processes.append(process)
        return process

    def close(self) -> None:
        """End every process of the submission."""
        for process in self._processes:
            process.ending()
        self._launcher.closed(self)


class _Started:
    """A Python that is on its way to the door."""

    def __init__(self, door: Door) -> None:
        self._door = door
        self._token = door.invite()
        self._home = tempfile.mkdtemp(prefix="grader-")
        self.popen = subprocess.Popen(
            [
                sys.executable,
                "-s",
                "-P",
                "-m",
                "grader.worker",
                "plain",
                str(door.port),
            ],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._home,
            env=self._environment(),
            start_new_session=True,
        )
        assert self.popen.stdin is not None
        with contextlib.suppress(OSError):  # it may have died already
            self.popen.stdin.write(self._token + b"\n")
            self.popen.stdin.close()

    def connect(self) -> socket.socket:
        """Wait for the process's connection; raises `SandboxFailed` if none comes."""
        try:
            stream = self._door.wait_for(self._token, self._lives)
        except SandboxFailed:
            self.discard()
            raise
        if not self._lives():  # it came, and died before it was given any source
            stream.close()
            self.discard()
            raise SandboxFailed("a student process died while it waited")
        return stream

    def _lives(self) -> bool:
        return self.popen.poll() is None

    def discard(self) -> None:
        """End a process that nobody wants any more."""
        self.kill()
        self.wait()
        self._door.forget(self._token)
        for pipe in (self.popen.stdout, self.popen.stderr):
            assert pipe is not None
            pipe.close()

    def kill(self) -> None:
        """Kill the process and, where there are such, its process group."""
        with contextlib.suppress(OSError):
            if hasattr(os, "killpg"):
                os.killpg(self.popen.pid, signal.SIGKILL)
        with contextlib.suppress(OSError):
            self.popen.kill()

    def wait(self) -> int:
        """Wait for the process, remove its folder and return its exit code."""
        try:
            return self.popen.wait(_END_SECONDS)
        except subprocess.TimeoutExpired as error:
            raise SandboxFailed("a student process cannot be ended") from error
        finally:
            with contextlib.suppress(RecursionError):  # a student's very deep folders
                shutil.rmtree(self._home, ignore_errors=True)

    def _environment(self) -> dict[str, str]:
        inherited = ("SYSTEMROOT", "SYSTEMDRIVE")  # Windows does not start without
        return {
            **{name: os.environ[name] for name in inherited if name in os.environ},
            **WORKER_ENVIRONMENT,
            **dict.fromkeys(("TEMP", "TMP"), self._home),
        }


class PlainProcess:
    """One Python that serves one test."""

    def __init__(self, started: _Started, limits: Limits) -> None:
        self._python = started
        self._capture = Capture(limits)
        self._assembly = Assembly()
        self._ending: Ending | None = None
        self._stream = started.connect()
        self._readers = [
            self._reader("stdout", started.popen.stdout),
            self._reader("stderr", started.popen.stderr),
        ]
        self.started = time.monotonic()

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a frame."""
        self._assembly.check_empty()
        rest = memoryview(frame)
        while rest:
            try:
                self._tick(deadline)
                rest = rest[self._stream.send(rest) :]
            except TimeoutError:
                continue
            except OSError:
                raise self._died() from None

    def receive(self, deadline: float) -> bytes:
        """Wait for a frame's body."""
        while (body := self._assembly.take()) is None:
            try:
                self._tick(deadline)
                data = self._stream.recv(_CHUNK)
            except TimeoutError:
                continue
            except OSError:
                data = b""
            if not data:
                raise self._died()
            self._assembly.add(data)
        return body

    def end(self) -> None:
        """Kill the process: nothing more is wanted."""
        self.kill()

    def kill(self) -> None:
        """Kill the process."""
        self._python.kill()

    def ending(self) -> Ending:
        """Wait until the process is gone."""
        if self._ending is None:
            self.end()
            exit_code = self._python.wait()
            self._ending = Ending(exit_code=exit_code, cpu_seconds=0.0)
            self._stream.close()
            for reader in self._readers:
                reader.join(_END_SECONDS)
        return self._ending

    def output(self) -> Output:
        """Return what it printed, after its end."""
        self.ending()
        return self._capture.output()

    def _tick(self, deadline: float) -> None:
        if self._capture.full():
            self._capture.check()
        self._stream.settimeout(min(seconds_left(deadline), _TICK_SECONDS))

    def _reader(self, name: str, pipe: IO[bytes] | None) -> threading.Thread:
        assert pipe is not None

        def take() -> None:
            with pipe:
                while data := os.read(pipe.fileno(), _CHUNK):
                    self._capture.add(name, data)

        thread = threading.Thread(target=take, name=f"grader-{name}", daemon=True)
        thread.start()
        return thread

    def _died(self) -> Stopped:
        """Explain a connection that closed by itself."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            exit_code = self._python.popen.wait(_TICK_SECONDS * 10)
            return Ending(exit_code=exit_code, cpu_seconds=0.0).outcome()
        return Ending(exit_code=0, cpu_seconds=0.0, killed=True).outcome()
