"""Starts what grading needs at an isolation level, and proves that the level holds."""

from collections.abc import Callable, Iterable
from typing import Protocol, TypeVar

from grader.errors import SandboxFailed
from grader.isolation import candidates, probe
from grader.run.pool import Pool
from grader.sandbox import Level, Server, serve

__all__ = ["NotIsolated", "start_pool", "start_server"]


class NotIsolated(SandboxFailed):
    """The level that was asked for does not hold on this machine."""


class _Closable(Protocol):
    def close(self) -> None: ...


Started = TypeVar("Started", bound=_Closable)


def start_server(wanted: str) -> tuple[Level, Server]:
    """
    Start a server at a level, or (``auto``) at the strongest that holds.

    Raises
    ------
    NotIsolated
        The level wanted does not hold.
    UsageError
        This system has no such level.
    """
    return _start(candidates(wanted), lambda server: server)


def start_pool(
    wanted: str, jobs: int, *, unisolated: bool = True
) -> tuple[Level, Pool]:
    """
    Start a pool likewise: its first runner gets ready while the level is proved.

    Parameters
    ----------
    wanted
        A level, or ``auto``.
    jobs
        How many submissions are graded at the same time.
    unisolated
        Whether level ``none`` will do.
    """
    levels = candidates(wanted)
    isolated = [level for level in levels if unisolated or level is not Level.NONE]
    return _start(isolated, lambda server: Pool(jobs, server))


def _start(
    levels: Iterable[Level], make: Callable[[Server], Started]
) -> tuple[Level, Started]:
    faults: list[str] = []
    for level in levels:
        try:
            server = serve(level)
        except SandboxFailed as error:  # something is not installed
            faults.append(f"{level}: {error}")
            continue
        made = make(server)
        fault = None if level is Level.NONE else probe(server)
        if fault is None:
            return level, made
        faults.append(f"{level}: {fault}")
        made.close()
    raise NotIsolated(_refusal(faults))


def _refusal(faults: list[str]) -> str:
    why = "; ".join(faults) or "nothing keeps a student's code from this machine"
    return f"no isolation ({why}). grader doctor says what to do"
