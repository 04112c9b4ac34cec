"""The isolation levels, strongest first, and the launcher behind each.

Levels above ``none`` are not built yet; they will be rows in `LEVELS`.
"""

import sys
from collections.abc import Callable, Mapping
from enum import StrEnum
from typing import Final

from grader.errors import UsageError
from grader.sandbox.base import Launcher

__all__ = ["LEVELS", "Level", "choose", "launch"]


class Level(StrEnum):
    """How far a student's process is kept from everything else."""

    FULL = "full"
    FLAT = "flat"
    LANDLOCK = "landlock"
    NONE = "none"


def _unisolated() -> Launcher:
    if sys.platform == "linux":
        from grader.sandbox.forkserver import ForkLauncher

        return ForkLauncher()
    from grader.sandbox.plain import PlainLauncher

    return PlainLauncher()


LEVELS: Final[Mapping[Level, Callable[[], Launcher]]] = {Level.NONE: _unisolated}


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


def launch(level: Level) -> Launcher:
    """Start a launcher of a level."""
    return LEVELS[level]()
