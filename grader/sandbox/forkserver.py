"""The trusted end of the process that launchers are forked from (Linux).

The server (`grader.worker.forkserver`) has numpy loaded. It serves a whole command: a
runner gets a launcher forked from it, which takes milliseconds and shares memory.
"""

import os
import shutil
import socket
import subprocess  # noqa: TID251  # this package starts processes
import sys
import tempfile
import threading
from typing import Final

from grader.sandbox.base import WORKER_ENVIRONMENT
from grader.sandbox.forkcontrol import ForkControl, Gone

__all__ = ["ForkServer"]

_MEMORY: Final = "/dev/shm"  # each test may write 16 MiB at most
_TEMPORARY: Final = ("TMPDIR", "TEMP", "TMP")
_END_SECONDS: Final = 10.0


class ForkServer:
    """Gives each runner a launcher; starts another server if this one dies."""

    def __init__(self) -> None:
        self._lock = threading.Lock()  # each job asks from a thread of its own
        self._running = _Running()

    def connect(self) -> socket.socket:
        """Return the control socket of a new launcher."""
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
        with theirs, self._lock:
            try:
                self._running.control.fork([theirs.fileno()])
            except Gone:
                self._running.close()
                self._running = _Running()
                self._running.control.fork([theirs.fileno()])
        return mine

    def close(self) -> None:
        """End every process that came from the server, and remove their folders."""
        self._running.close()


class _Running:
    """A server that runs, or is about to."""

    def __init__(self) -> None:
        self._scratch = tempfile.mkdtemp(prefix="grader-", dir=_scratch_root())
        mine, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
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
        self.control = ForkControl(mine)

    def close(self) -> None:
        self.control.close()
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        shutil.rmtree(self._scratch, ignore_errors=True)


def _scratch_root() -> str | None:
    """Return where scratch folders are cheapest: in memory, unless told otherwise."""
    told = tempfile.tempdir is not None or any(map(os.environ.get, _TEMPORARY))
    if not told and os.access(_MEMORY, os.W_OK | os.X_OK):
        return _MEMORY
    return None  # where the system keeps temporary files
