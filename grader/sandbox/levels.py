"""The isolation levels, strongest first, and the server behind each."""

import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from enum import StrEnum
from functools import partial
from typing import Final

from grader.sandbox.base import Launcher, Server

__all__ = ["LEVELS", "Level", "attach", "launcher", "serve"]


class Level(StrEnum):
    """How far a student's process is kept from everything else."""

    FULL = "full"
    FLAT = "flat"
    LANDLOCK = "landlock"
    NONE = "none"


def _unisolated() -> Server:
    if sys.platform == "linux":
        return _forked("unisolated")
    from grader.sandbox.plain import NoServer

    return NoServer()


def _forked(ground: str, **options: bool) -> Server:
    from grader.sandbox import grounds
    from grader.sandbox.forkserver import ForkServer

    return ForkServer(partial(getattr(grounds, ground), **options))


_ISOLATED: Final[Mapping[Level, Callable[[], Server]]] = {
    Level.FULL: partial(_forked, "bubblewrapped", namespaces=True),
    Level.FLAT: partial(_forked, "bubblewrapped", namespaces=False),
    Level.LANDLOCK: partial(_forked, "landlocked"),
}
LEVELS: Final[Mapping[Level, Callable[[], Server]]] = {
    **(_ISOLATED if sys.platform == "linux" else {}),
    Level.NONE: _unisolated,
}


def serve(level: Level) -> Server:
    """Start what launchers of a level come from: once for a whole command."""
    return LEVELS[level]()


def attach(control: socket.socket | None) -> Launcher:
    """Return the launcher at the other end of what `Server.connect` gave."""
    if control is None:
        from grader.sandbox.plain import PlainLauncher

        return PlainLauncher()
    from grader.sandbox.forklauncher import ForkLauncher

    return ForkLauncher(control)


@contextmanager
def launcher(level: Level) -> Iterator[Launcher]:
    """Give a launcher to this process alone."""
    with closing(serve(level)) as server, closing(attach(server.connect())) as made:
        yield made
