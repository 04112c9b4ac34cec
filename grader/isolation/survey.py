"""Which levels there are, and which of them hold here."""

from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass

from grader.errors import SandboxFailed, UsageError
from grader.isolation.probe import probe
from grader.sandbox import LEVELS, Level, serve

__all__ = ["Surveyed", "available", "candidates", "survey"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Surveyed:
    """A level, and why it cannot be had; None if it can."""

    level: Level
    fault: str | None


def candidates(wanted: str) -> tuple[Level, ...]:
    """
    Return the levels to try, strongest first: all for ``auto``, else the one wanted.

    Raises
    ------
    UsageError
        This system has no such level at all.
    """
    if wanted == "auto":
        return tuple(LEVELS)
    level = Level(wanted)
    if level not in LEVELS:
        raise UsageError(f"isolation {level} needs Linux; here is {', '.join(LEVELS)}")
    return (level,)


def survey() -> Iterator[Surveyed]:
    """Try each level, strongest first."""
    for level in LEVELS:
        yield Surveyed(level=level, fault=_fault(level))


def available() -> tuple[str, ...]:
    """Return the levels that hold here, strongest first; ``none`` is always there."""
    return tuple(each.level.value for each in survey() if each.fault is None)


def _fault(level: Level) -> str | None:
    if level is Level.NONE:
        return None
    try:
        with closing(serve(level)) as server:
            return probe(server)
    except SandboxFailed as error:
        return str(error)
