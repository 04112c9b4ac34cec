"""The isolation levels, strongest first, and the server behind each.

Levels above ``none`` are not built yet; they will be rows in `LEVELS`.
"""

import socket
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from enum import StrEnum
from typing import Final

from grader.errors import UsageError
from grader.sandbox.base import Launcher, Server

__all__ = ["LEVELS", "Level", "attach", "choose", "launcher", "serve"]


class Level(StrEnum):
    """How far a student's process is kept from everything else."""

    FULL = "full"
    FLAT = "flat"
    LANDLOCK = "landlock"
    NONE = "none"


def _unisolated() -> Server:
    if sys.platform == "linux":
        from grader.sandbox.forkserver import ForkServer

        return ForkServer()
    from grader.sandbox.plain import NoServer

    return NoServer()


LEVELS: Final[Mapping[Level, Callable[[], Server]]] = {Level.NONE: _unisolated}


def choose(wanted: str) -> Level:
    """
    Return the level to run at: the best that this version has for ``auto``.

    Raises
    ------
    UsageError
        The level is known but cannot be had here.
    """
    if wanted == "auto":
        return next(iter(LEVELS))
    level = Level(wanted)
    if level not in LEVELS:
        available = ", ".join(LEVELS)
        raise UsageError(f"isolation {level} is not in this version, only {available}")
    return level


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
