"""The launcher: forks a student process on request and reaps it.

Theory of operation
-------------------
The trusted side speaks over a socket of packets. ``spawn n`` comes with three
descriptors (the wire, standard output, standard error); the launcher forks, and the
child takes them and begins its life. ``end n`` kills the child, whatever it does, with
its process group, waits for it and reports how it ended and the processor time it took.
The child is the launcher's own and not yet reaped when it is killed, so its number
cannot have passed to another process.

When the trusted side is gone the launcher kills what is left and exits; when the
launcher dies the kernel kills its children (PDEATHSIG). No thread is ever started here,
and no code of a student's runs here.
"""

import ctypes
import gc
import os
import shutil
import signal
import socket
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

import msgpack

from grader.worker.connection import Connection
from grader.worker.life import live, prepare
from grader.worker.rehearsal import rehearse
from grader.worker.setting import hide_sources

__all__ = ["serve"]

_PACKET: Final = 4096
_DESCRIPTORS: Final = 3
_PR_SET_PDEATHSIG: Final = 1


def serve(control: socket.socket, scratch: Path) -> None:
    """
    Fork and reap student processes until the control socket is closed.

    Parameters
    ----------
    control
        A connected SOCK_SEQPACKET socket.
    scratch
        A folder for the processes' own folders.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    rehearse()
    prepare()
    hide_sources()
    gc.collect()
    gc.freeze()
    launcher = _Launcher(control, scratch)
    control.send(b"ready")
    try:
        launcher.run()
    finally:
        launcher.end_all()


class _Launcher:
    """The children that live, by the number that the trusted side gave them."""

    def __init__(self, control: socket.socket, scratch: Path) -> None:
        self._control = control
        self._scratch = scratch
        self._children: dict[int, int] = {}
        self._death_signal = ctypes.CDLL(None).prctl  # loaded here, called in the child

    def run(self) -> None:
        """Do what the trusted side asks until it closes."""
        while True:
            packet, descriptors, _, _ = socket.recv_fds(
                self._control, _PACKET, _DESCRIPTORS
            )
            if not packet:
                return
            request = msgpack.unpackb(packet)
            if request["end"] is not None:
                self._kill(request["end"])
            if request["spawn"] is not None:
                self._spawn(request["spawn"], descriptors)
            if request["end"] is not None:
                self._reap(request["end"])

    def end_all(self) -> None:
        """Kill and reap every child."""
        for number in list(self._children):
            self._kill(number)
            with suppress(OSError):
                self._reap(number)

    def _spawn(self, number: int, descriptors: list[int]) -> None:
        process = os.fork()
        if process == 0:
            try:
                self._begin(number, descriptors)
            finally:
                os._exit(1)
        self._children[number] = process
        for descriptor in descriptors:
            os.close(descriptor)

    def _begin(self, number: int, descriptors: list[int]) -> None:
        """Become the student's process."""
        wire, out, err = descriptors
        os.setsid()
        self._death_signal(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        signal.signal(signal.SIGINT, signal.default_int_handler)
        os.dup2(out, 1)
        os.dup2(err, 2)
        for descriptor in (self._control.fileno(), out, err):
            os.close(descriptor)
        home = str(self._folder(number))
        os.mkdir(home, 0o700)  # noqa: PTH102  # half a dozen calls less on the hot path
        os.chdir(home)
        os.environ["HOME"] = os.environ["TMPDIR"] = home
        live(Connection(socket.socket(fileno=wire)))

    def _kill(self, number: int) -> None:
        process = self._children.get(number)
        if process is not None:
            os.kill(process, signal.SIGKILL)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process, signal.SIGKILL)

    def _reap(self, number: int) -> None:
        process = self._children.pop(number, None)
        if process is None:
            return
        _, status, usage = os.wait4(process, 0)
        self._remove(self._folder(number))
        exit_code = os.waitstatus_to_exitcode(status)
        report = (number, exit_code, usage.ru_utime + usage.ru_stime)
        self._control.send(msgpack.packb(report))

    def _folder(self, number: int) -> Path:
        return self._scratch / str(number)

    @staticmethod
    def _remove(folder: Path) -> None:
        try:
            folder.rmdir()
        except FileNotFoundError:
            pass
        except OSError:
            shutil.rmtree(folder, ignore_errors=True)


def main(arguments: list[str]) -> None:
    """Run the launcher: arguments are the control descriptor and the scratch folder."""
    descriptor, scratch = arguments
    serve(socket.socket(fileno=int(descriptor)), Path(scratch))
    sys.exit(0)
