"""Student processes started from scratch, where there is no fork (macOS, Windows).

The wire is a loopback connection that the process opens itself, after it was given a
token over standard input; two threads take its output. Slower than a fork by the start
of Python and numpy, otherwise the same.
"""

import contextlib
import hmac
import os
import secrets
import shutil
import signal
import socket
import subprocess  # noqa: TID251  # this package starts processes
import sys
import tempfile
import threading
import time
from typing import IO, Final

from grader.errors import SandboxFailed
from grader.model import Limits, Outcome, Output
from grader.sandbox.assembly import Assembly
from grader.sandbox.base import (
    WORKER_ENVIRONMENT,
    Capture,
    Ending,
    Stopped,
    seconds_left,
)

__all__ = ["PlainLauncher"]

_START_SECONDS: Final = 60.0
_END_SECONDS: Final = 10.0
_TICK_SECONDS: Final = 0.05  # how often a flood of output is looked for
_CHUNK: Final = 1 << 16
_TOKEN_BYTES: Final = 32


class PlainLauncher:
    """Starts one Python per test, one ahead of need."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._ahead: _Started | None = None

    def open(self, load: bytes, limits: Limits) -> "PlainBox":
        """Keep the source for the processes to come."""
        return PlainBox(self, load, limits)

    def start(self) -> "_Started":
        """Return the Python that was started ahead and start the next."""
        started = self._ahead or _Started(self._server)
        self._ahead = _Started(self._server)
        return started

    def close(self) -> None:
        """End the process that was started ahead and stop listening."""
        if self._ahead is not None:
            self._ahead.kill()
            self._ahead.wait()
        self._server.close()


class PlainBox:
    """A submission whose processes each compile the source themselves."""

    def __init__(self, launcher: PlainLauncher, load: bytes, limits: Limits) -> None:
        self._launcher = launcher
        self._load = load
        self._limits = limits
        self._processes: list[PlainProcess] = []

    def spawn(self, *, more: bool = False) -> "PlainProcess":  # noqa: ARG002
        """Return a process that has got the source."""
        process = PlainProcess(self._launcher.start(), self._limits)
        process.send(self._load, time.monotonic() + _START_SECONDS)
        self._processes.append(process)
        return process

    def close(self) -> None:
        """End every process of the submission."""
        for process in self._processes:
            process.ending()


class _Started:
    """A Python that is on its way to this side's port."""

    def __init__(self, server: socket.socket) -> None:
        self._server = server
        self._token = secrets.token_hex(_TOKEN_BYTES).encode("ascii")
        self._home = tempfile.mkdtemp(prefix="grader-")
        port = str(server.getsockname()[1])
        self.popen = subprocess.Popen(
            [sys.executable, "-s", "-P", "-m", "grader.worker", "plain", port],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=self._home,
            env=self._environment(),
            start_new_session=True,
        )
        assert self.popen.stdin is not None
        self.popen.stdin.write(self._token + b"\n")
        self.popen.stdin.close()

    def connect(self) -> socket.socket:
        """Take the process's connection; strangers are turned away."""
        deadline = time.monotonic() + _START_SECONDS
        while True:
            self._server.settimeout(max(deadline - time.monotonic(), 0.01))
            try:
                stream, _ = self._server.accept()
                stream.settimeout(_START_SECONDS)
                token = stream.recv(len(self._token), socket.MSG_WAITALL)
            except OSError as error:
                self.kill()
                raise SandboxFailed(
                    f"a student process did not start: {error}"
                ) from error
            if hmac.compare_digest(token, self._token):
                stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
                return stream
            stream.close()

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
        self._started = started
        self._capture = Capture(limits)
        self._assembly = Assembly()
        self._ending: Ending | None = None
        self._readers = [
            self._reader("stdout", started.popen.stdout),
            self._reader("stderr", started.popen.stderr),
        ]
        self._stream = started.connect()

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a frame."""
        self._assembly.check_empty()
        rest = memoryview(frame)
        while rest:
            self._tick(deadline)
            try:
                rest = rest[self._stream.send(rest) :]
            except TimeoutError:
                continue
            except OSError:
                raise self._died() from None

    def receive(self, deadline: float) -> bytes:
        """Wait for a frame's body."""
        while (body := self._assembly.take()) is None:
            self._tick(deadline)
            try:
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
        """Kill the process."""
        self._started.kill()

    def ending(self) -> Ending:
        """Wait until the process is gone."""
        if self._ending is None:
            self.end()
            exit_code = self._started.wait()
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
            exit_code = self._started.popen.wait(_TICK_SECONDS * 10)
            self._ending = None
            return Ending(exit_code=exit_code, cpu_seconds=0.0).outcome()
        return Stopped(Outcome.PROTOCOL, "it closed the wire")
