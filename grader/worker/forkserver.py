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
from functools import partial
from typing import Final

import msgpack

from grader.jail.jail import Jail
from grader.wire.frames import READY_WORD, Kind, frame
from grader.worker.connection import Connection
from grader.worker.forking import Forker
from grader.worker.leftovers import empty, remove
from grader.worker.life import Life
from grader.worker.rehearsal import rehearse
from grader.worker.setting import hide_sources, prepare
from grader.worker.usage import exceeds

__all__ = ["main"]

_PACKET: Final = 1 << 16
_HOMES: Final = 24  # more than there are processes of one box at a time
_HERE: Final = frame(Kind.HERE, 0)


def main(arguments: list[str]) -> None:
    """Run the server: arguments are the control descriptor and the scratch folder."""
    descriptor, scratch = arguments
    control = socket.socket(fileno=int(descriptor))
    settings = msgpack.unpackb(control.recv(_PACKET))
    rehearse()
    prepare()
    hide_sources()
    jail = None if settings is None else Jail(settings)
    gc.collect()
    gc.freeze()
    if jail is not None:
        jail.close_server(scratch)

    place = None if jail is None else jail.place
    try:
        _serve(control, scratch, partial(_launch, jail), place)
    finally:
        remove(scratch)  # nobody may be left to do it


def _launch(
    jail: Jail | None, folder: str, number: int, descriptors: list[int]
) -> None:
    """Become the launcher of one runner."""
    control = socket.socket(fileno=descriptors[0])
    with suppress(FileExistsError):  # it is a disk, made before
        os.mkdir(folder, 0o711)  # noqa: PTH102  # half the calls of pathlib's
    try:
        control.send(READY_WORD)
        _serve(control, folder, partial(_box, jail, number))
    finally:
        remove(folder)
        os._exit(0)


def _box(
    jail: Jail | None, launcher: int, folder: str, number: int, descriptors: list[int]
) -> None:
    """Become the box of one submission."""
    wire, control = descriptors
    null = os.open(os.devnull, os.O_WRONLY)
    os.dup2(null, 2)  # the compiler may warn
    os.close(null)
    os.mkdir(folder, 0o700)  # noqa: PTH102
    if jail is None:
        os.chdir(folder)
    else:
        jail.enter_box(folder, launcher, number)
    os.write(wire, READY_WORD)
    # Made now: a test that fills the disk leaves no room to make them later.
    for home in range(_HOMES):
        os.mkdir(str(home), 0o700)  # noqa: PTH102
    life = Life.load(Connection.of_descriptor(wire))
    os.close(wire)
    begin = partial(_test, jail, life)
    most = None if jail is None else jail.most_bytes
    too_much = None if most is None else partial(exceeds, most)
    ends = socket.socket(fileno=control)
    try:
        _serve(ends, ".", begin, _home, clean=empty, too_much=too_much)
    finally:
        remove(folder)
        os._exit(0)


def _test(
    jail: Jail | None, life: Life, home: str, _: int, descriptors: list[int]
) -> None:
    """Become the process of one test."""
    wire, out, err = descriptors
    os.dup2(out, 1)
    os.dup2(err, 2)
    os.close(out)
    os.close(err)
    os.chdir(home)  # HOME and TMPDIR are "."
    if jail is not None:
        wire = jail.enter_test(wire)
    with suppress(BrokenPipeError):  # nobody waits for it any more
        os.write(wire, _HERE)
    life.live(Connection.of_descriptor(wire))


def _home(number: int) -> int:
    """Return the number of a test's folder: each is used again, when it is empty."""
    return number % _HOMES


def _serve(
    control: socket.socket,
    folder: str,
    begin: Callable[[str, int, list[int]], None],
    place: Callable[[int], int] | None = None,
    *,
    clean: Callable[[str], None] = remove,
    too_much: Callable[[str], bool] | None = None,
) -> None:
    """Fork what is asked for, each with a folder of its own, until nobody asks."""

    def home(number: int) -> str:
        return f"{folder}/{number if place is None else place(number)}"

    forker = Forker(
        control,
        lambda number, descriptors: begin(home(number), number, descriptors),
        lambda number: clean(home(number)),
        None if too_much is None else lambda number: too_much(home(number)),
    )
    with suppress(BrokenPipeError):  # the other side is gone already
        forker.run()
