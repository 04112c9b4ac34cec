"""Runs hostile submissions at a level, and says what they could do."""

import os
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Final

from grader.errors import SandboxFailed
from grader.isolation import hostile
from grader.model import Limits, Outcome
from grader.sandbox import Box, Launcher, Server, Stopped, attach, load_frame
from grader.wire.frames import Kind, open_frame

__all__ = ["probe"]

_LIMITS: Final = Limits(wall_seconds=5.0, cpu_seconds=5.0, address_space_bytes=1 << 30)
_TOO_MUCH: Final = 2 << 30
_SHORT_SECONDS: Final = 0.05
_LONG_SECONDS: Final = 60.0
_MEMORY: Final = "memory"


def probe(server: Server) -> str | None:
    """
    Attack a server's level.

    Returns
    -------
    str or None
        Why the level does not hold, in one line; None if it does.
    """
    try:
        with closing(attach(server.connect())) as launcher:
            return next(_findings(launcher), None)
    except SandboxFailed as error:
        return server.last_words() or str(error)
    except Stopped as stopped:
        return stopped.message


def _findings(launcher: Launcher) -> Iterator[str]:
    yield from _attempts(launcher)
    first, second = _answers(launcher, hostile.leaving(), times=2)
    if first != [hostile.DONE]:
        yield f"there is no folder to write to ({first})"
    if second != first:
        yield "what one test has left is there for the next"
    if _answers(launcher, hostile.greedy(_TOO_MUCH)) != [_MEMORY]:
        yield "memory is not limited"
    source = hostile.slow(_LONG_SECONDS)
    if _answers(launcher, source, seconds=_SHORT_SECONDS) != [Outcome.TIMEOUT]:
        yield "time is not limited"


def _attempts(launcher: Launcher) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="grader-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the file in it is to be found
        hidden, canary = folder / "hidden.py", folder / "canary"
        hidden.write_text("expected = 42\n", "utf-8")
        paths = str(hidden), str(canary)
        source, names = hostile.attempts(*paths, os.getpid())
        (answer,) = _answers(launcher, source, names=names)
        if answer != [hostile.DONE]:
            yield _worked(answer)
        if canary.exists() or not hidden.stat().st_mode & 0o044:
            yield "a submission could change files elsewhere"


def _worked(answer: object) -> str:
    if not isinstance(answer, list):
        return f"a hostile submission ended in its own way: {answer}"
    worked = [name.replace("_", " ") for name in answer if name != hostile.DONE]
    what = ", ".join(worked)
    return f"a submission could {what}"


def _answers(
    launcher: Launcher,
    source: str,
    *,
    names: Sequence[str] = (),
    times: int = 1,
    seconds: float = _LIMITS.wall_seconds,
) -> list[object]:
    """Return what a source says, from so many fresh processes one after the other."""
    load = load_frame(
        name="hostile",
        file_name="hostile.py",
        functions=(*names, hostile.DONE),
        support=None,
        source=source,
        limits=_LIMITS,
    )
    with closing(launcher.open(load, _LIMITS)) as box:
        return [_answer(box, seconds) for _ in range(times)]


def _answer(box: Box, seconds: float) -> object:
    """Return the functions that are defined, a kind of fault, or how it ended."""
    process = box.spawn()
    try:
        kind, _, *rest = open_frame(process.receive(time.monotonic() + seconds))
    except Stopped as stopped:
        return stopped.outcome
    finally:
        process.ending()
    return rest[0] if kind in (Kind.READY, Kind.FAULT) else kind
