"""The launcher and its boxes (Linux).

Theory of operation
-------------------
The launcher loads numpy and forks a box for each submission; it never sees any
student's source. A box reads one submission's source, compiles it and takes its limits;
it never runs it. For each test it forks a process, which gets a scratch folder of its
own and only then executes what was compiled. So compiling is done once, a test costs
one fork, and nothing that one test does can reach the next.
"""

import gc
import os
import socket

from grader.worker.connection import Connection
from grader.worker.forking import Forker
from grader.worker.leftovers import remove
from grader.worker.life import Life
from grader.worker.rehearsal import rehearse
from grader.worker.setting import hide_sources, prepare

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    """Run the launcher: arguments are the control descriptor and the scratch folder."""
    descriptor, scratch = arguments
    control = socket.socket(fileno=int(descriptor))
    rehearse()
    prepare()
    hide_sources()
    gc.collect()
    gc.freeze()

    def begin(number: int, descriptors: list[int]) -> None:
        wire, box_control = descriptors
        _Box(f"{scratch}/{number}").live(wire, box_control)

    try:
        control.send(b"ready")
        Forker(control, begin, lambda number: remove(f"{scratch}/{number}")).run()
    except BrokenPipeError:
        return  # the other side is gone already
    finally:
        remove(scratch)  # nobody may be left to do it


class _Box:
    """One submission: compiled here, executed in the forks."""

    def __init__(self, folder: str) -> None:
        self._folder = folder

    def live(self, wire: int, control: int) -> None:
        """Take the source and fork a process for each test."""
        null = os.open(os.devnull, os.O_WRONLY)
        os.dup2(null, 2)  # the compiler may warn
        os.close(null)
        with Connection(socket.socket(fileno=wire)) as connection:
            self._life = Life.load(connection)
        os.mkdir(self._folder, 0o700)  # noqa: PTH102  # half the calls of pathlib's
        os.chdir(self._folder)
        try:
            control_socket = socket.socket(fileno=control)
            Forker(control_socket, self._begin, lambda it: remove(str(it))).run()
        finally:
            remove(self._folder)
            os._exit(0)

    def _begin(self, number: int, descriptors: list[int]) -> None:
        """Become the process of one test."""
        wire, out, err = descriptors
        os.dup2(out, 1)
        os.dup2(err, 2)
        os.close(out)
        os.close(err)
        home = str(number)  # in the box's folder; HOME and TMPDIR are "."
        os.mkdir(home, 0o700)  # noqa: PTH102
        os.chdir(home)
        self._life.live(Connection(socket.socket(fileno=wire)))
