"""The trusted end of the process that launchers are forked from (Linux).

The server (`grader.worker.forkserver`) has numpy loaded. It serves a whole command: a
runner gets a launcher forked from it, which takes milliseconds and shares memory.
"""

import socket
import subprocess  # noqa: TID251  # this package starts processes
import tempfile
import threading
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgpack

from grader.errors import SandboxFailed
from grader.sandbox.base import WORKER_ENVIRONMENT
from grader.sandbox.forkcontrol import ForkControl, Gone
from grader.sandbox.grounds import Ground

__all__ = ["ForkServer"]

_END_SECONDS: Final = 10.0
_WORDS_SECONDS: Final = 0.5


class ForkServer:
    """
    Gives each runner a launcher; starts another server if this one dies.

    Parameters
    ----------
    ground
        Says how to start a server; asked each time that one is started.
    """

    def __init__(self, ground: Callable[[], Ground]) -> None:
        self._lock = threading.Lock()  # each job asks from a thread of its own
        self._ground = ground
        first = ground()
        self._visible = first.visible
        self._running = _Running(first)

    def shows(self, path: Path) -> bool:
        """Tell whether students' processes may see a path, by what they are shown."""
        resolved = path.resolve()
        return any(resolved.is_relative_to(place) for place in self._visible)

    def connect(self) -> socket.socket:
        """Return the control socket of a new launcher."""
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        try:
            with theirs, self._lock:
                self._fork(theirs.fileno())
        except SandboxFailed:
            mine.close()
            raise
        return mine

    def last_words(self) -> str:
        """Return the last line that the server has printed: why it ended, if it did."""
        return self._running.last_words()

    def close(self) -> None:
        """End every process that came from the server, and remove their folders."""
        self._running.close()

    def _fork(self, control: int) -> None:
        try:
            self._running.control.fork([control])
        except Gone:
            self._running.close()
            self._running = _Running(self._ground())
            self._running.control.fork([control])


class _Running:
    """A server that runs, or is about to."""

    def __init__(self, ground: Ground) -> None:
        self._folder = ground.folder
        self._words = tempfile.TemporaryFile()  # noqa: SIM115  # closed by `close`
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        module = ["-m", "grader.worker", "fork"]
        self._process = subprocess.Popen(
            [*ground.command, *module, str(theirs.fileno()), ground.scratch],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=self._words,
            cwd="/",
            env=dict(WORKER_ENVIRONMENT),
            pass_fds=[theirs.fileno()],
            start_new_session=True,
        )
        theirs.close()
        with suppress(OSError):  # it has died already: the first request tells
            mine.send(msgpack.packb(ground.settings))
        self.control = ForkControl(mine)

    def last_words(self) -> str:
        with suppress(subprocess.TimeoutExpired):  # it may be about to end
            self._process.wait(_WORDS_SECONDS)
        self._words.seek(0)
        lines = self._words.read().decode("utf-8", "replace").strip().splitlines()
        return lines[-1] if lines else ""

    def close(self) -> None:
        self.control.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._words.close()
        if self._folder is not None:
            self._folder.remove()
            self._folder = None
