"""Runs the hostile module at a level, and says what it could do."""

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Final

from grader.errors import SandboxFailed
from grader.isolation.hostile import SOURCE
from grader.model import Limits, Outcome
from grader.remote import LoadFailed, Session, Student, StudentError, Submission
from grader.sandbox import Box, Server, Stopped, attach

__all__ = ["probe"]

_LIMITS: Final = Limits(wall_seconds=5.0, cpu_seconds=5.0, address_space_bytes=1 << 30)
_SHORT_SECONDS: Final = 0.1
_SUBMISSION: Final = Submission(
    name="hostile",
    file_name="hostile.py",
    source=SOURCE,
    functions={"tried": ("hidden", "canary", "process"), "take": ("size",)},
    support=None,
    limits=_LIMITS,
)


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
            box = launcher.open(_SUBMISSION.load_frame(), _LIMITS)
            with closing(box):
                return next(_findings(box), None)
    except SandboxFailed as error:
        return server.last_words() or str(error)
    except (LoadFailed, Stopped, StudentError) as error:
        return str(error)


def _findings(box: Box) -> Iterator[str]:
    with tempfile.TemporaryDirectory(prefix="grader-") as name:
        folder = Path(name)
        folder.chmod(0o755)  # the file in it is to be found
        hidden, canary = folder / "hidden.py", folder / "canary"
        hidden.write_text("expected = 42\n", "utf-8")
        paths = str(hidden), str(canary)
        worked = _call(box, lambda it: it.tried(*paths, os.getpid()))
        if worked != []:
            yield f"a submission could {worked}"
        if canary.exists() or not hidden.stat().st_mode & 0o044:
            yield "a submission could change files outside its folder"
    for _ in range(2):
        if _call(box, lambda it: it.scratch()) != ["left behind"]:
            yield "what one test has left is there for the next"
    if _outcome(box, lambda it: it.take(2 << 30)) is not Outcome.MEMORY:
        yield "memory is not limited"
    if _outcome(box, lambda it: it.wait(), _SHORT_SECONDS) is not Outcome.TIMEOUT:
        yield "time is not limited"


def _call(box: Box, use: Callable[[Student], object]) -> object:
    with _student(box, _LIMITS.wall_seconds) as student:
        return use(student)


def _outcome(
    box: Box, use: Callable[[Student], object], seconds: float = _LIMITS.wall_seconds
) -> Outcome:
    try:
        with _student(box, seconds) as student:
            use(student)
    except Stopped as stopped:
        return stopped.outcome
    except StudentError as error:
        return Outcome.MEMORY if "MemoryError" in error.bases else Outcome.ERROR
    return Outcome.PASSED


@contextmanager
def _student(box: Box, seconds: float) -> Iterator[Student]:
    process = box.spawn()
    try:
        Session(process, _SUBMISSION, _LIMITS.wall_seconds).load()
        yield Student(Session(process, _SUBMISSION, seconds))
    finally:
        process.ending()
