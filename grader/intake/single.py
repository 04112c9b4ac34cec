"""Single files named on the command line."""

import os
import stat
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from grader.errors import UsageError
from grader.intake.disk import DiskFile, kind_of
from grader.intake.folder import name_of
from grader.intake.names import one_line, resembles, shown
from grader.intake.submission import Found, Holding, Submission, Wanted, unreadable
from grader.model import Fault

__all__ = ["find_files", "fits_file"]


def fits_file(path: Path) -> bool:
    """Tell whether a path is called a Python file."""
    return path.suffix.casefold() == ".py"


def find_files(paths: Sequence[Path], wanted: Wanted) -> Found:
    """Return each file as one submission.

    The student is the name of the file's folder. Several files of one folder for one
    problem cannot all be that student's: there the file's own name is the student's,
    as in a flat inbox.

    Raises
    ------
    UsageError
        It cannot be known which problem a file is for.
    """
    problems = {path: _problem(path, wanted) for path in paths}
    own = {path for path, problem in problems.items() if path.stem == problem}
    flat = Counter((p.parent, problems[p]) for p in problems if p not in own)
    return Found(
        holdings=tuple(
            _holding(
                path,
                problem,
                path.stem
                if path not in own and flat[path.parent, problem] > 1
                else name_of(path.parent),
            )
            for path, problem in problems.items()
        )
    )


def _problem(path: Path, wanted: Wanted) -> str:
    if wanted.problem is not None:
        return wanted.problem
    if path.stem in wanted.ids:
        return path.stem
    if len(wanted.ids) == 1:
        return wanted.ids[0]
    meant = resembles(path.name, wanted.ids)
    hint = f"; did you mean {meant}.py?" if meant else ":"
    name = one_line(shown(path.as_posix()))
    raise UsageError(
        f"{name}: no problem is called {one_line(shown(path.stem))!r}{hint} "
        "say which problem it is for with --problem ID"
    )


def _holding(path: Path, problem: str, student: str) -> Holding:
    where = shown(path.as_posix())
    fault = _fault(path)
    submission = Submission(
        student=shown(student),
        problem=problem,
        path=where,
        origin=DiskFile(str(path.absolute())) if fault is None else None,
        fault=fault,
    )
    return Holding(student=shown(student), path=where, submissions=(submission,))


def _fault(path: Path) -> Fault | None:
    """Return why a file will not be read, as far as is known without opening it."""
    try:
        mode = os.lstat(path).st_mode
    except OSError as error:
        return unreadable(f"{one_line(shown(path.name))}: {error.strerror}")
    if stat.S_ISREG(mode):
        return None
    return unreadable(f"{one_line(shown(path.name))} is {kind_of(mode)}")
