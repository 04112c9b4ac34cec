"""The server, its launchers and their boxes (Linux).

Theory of operation
-------------------
The server loads numpy and forks a launcher for each runner, and a launcher forks a box
for each submission; neither sees any student's source. A box reads one submission's
source, compiles it and takes its limits; it never runs it. For each test it forks a
process, which gets a scratch folder of its own and only then executes what was
compiled. So compiling is done once, a test costs one fork, and nothing that one test
does can reach the next.
"""

import gc
import os
import socket
from collections.abc import Callable
from contextlib import suppress

from grader.worker.connection import Connection
from grader.worker.forking import Forker
from grader.worker.leftovers import remove
from grader.worker.life import Life
from grader.worker.rehearsal import rehearse
from grader.worker.setting import hide_sources, prepare

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    """Run the server: arguments are the control descriptor and the scratch folder."""
    descriptor, scratch = arguments
    rehearse()
    prepare()
    hide_sources()
    gc.collect()
    gc.freeze()

    try:
        _serve(int(descriptor), scratch, _launch)
    finally:
        remove(scratch)  # nobody may be left to do it


def _launch(folder: str, descriptors: list[int]) -> None:
    """Become the launcher of one runner."""
    (control,) = descriptors
    os.mkdir(folder, 0o700)  # noqa: PTH102  # half the calls of pathlib's
    try:
        os.write(control, b"ready")
        _serve(control, folder, _box)
    finally:
        remove(folder)
        os._exit(0)


def _box(folder: str, descriptors: list[int]) -> None:
    """Become the box of one submission."""
    wire, control = descriptors
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)  # the compiler may warn
    os.close(null)
    life = Life.load(Connection.of_descriptor(wire))
    os.close(wire)
    os.mkdir(folder, 0o700)  # noqa: PTH102
    os.chdir(folder)
    try:
        _serve(control, ".", lambda home, ends: _test(life, home, ends))
    finally:
        remove(folder)
        os._exit(0)


def _test(life: Life, home: str, descriptors: list[int]) -> None:
    """Become the process of one test."""
    wire, out, err = descriptors
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.close(out)
    os.close(err)
    os.mkdir(home, 0o700)  # noqa: PTH102  # in the box's folder; HOME and TMPDIR are "."
    os.chdir(home)
    life.live(Connection.of_descriptor(wire))


def _serve(control: int, folder: str, begin: Callable[[str, list[int]], None]) -> None:
    """Fork what is asked for, each with a folder of its own, until nobody asks."""
    socket_ = socket.socket(fileno=control)
    forker = Forker(
        socket_,
        lambda number, descriptors: begin(f"{folder}/{number}", descriptors),
        lambda number: remove(f"{folder}/{number}"),
    )
    with suppress(BrokenPipeError):  # the other side is gone already
        forker.run()
