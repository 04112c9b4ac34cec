"""All submissions of the paths named on the command line, whatever they are.

A new layout is one module and one row in `LAYOUTS`: whether a path is of its kind, and
what the paths of its kind hold. What is missing is decided here, over all paths
together: a problem that anybody handed in is expected of everybody.
"""

import os
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from grader.errors import UsageError
from grader.intake.archive import find_archives, fits_archive
from grader.intake.folder import find_folders, fits_folder
from grader.intake.names import natural_key, one_line, resembles, shown, some
from grader.intake.single import find_files, fits_file
from grader.intake.submission import (
    Collection,
    Found,
    Holding,
    Note,
    Origin,
    Submission,
    Wanted,
    missing,
)
from grader.intake.tree import joined

__all__ = ["LAYOUTS", "Layout", "collect"]


@dataclass(frozen=True, slots=True)
class Layout:
    """One way in which submissions can lie: is a path of this kind, what is in it."""

    fits: Callable[[Path], bool]
    find: Callable[[Sequence[Path], Wanted], Found]


LAYOUTS: Mapping[str, Layout] = {  # the first that fits is taken
    "folder": Layout(fits_folder, find_folders),
    "archive": Layout(fits_archive, find_archives),
    "file": Layout(fits_file, find_files),
}


def collect(
    paths: Sequence[Path], *, problem_ids: Iterable[str], problem: str | None = None
) -> Collection:
    """Return what students handed in, found but not yet read.

    Parameters
    ----------
    paths
        Files, folders and archives.
    problem_ids
        Every problem that is known.
    problem
        The one problem to look for. Files may then have any name that tells the
        student; without it, only ``<id>.py`` is a submission.

    Returns
    -------
    Collection
        The submissions by student and then by problem, and what else to know.

    Raises
    ------
    UsageError
        There is no such path or problem, nothing was found, or an archive that was
        named cannot be opened.
    """
    wanted = Wanted(ids=tuple(problem_ids), problem=problem)
    _check_problem(wanted)
    kinds: dict[str, list[Path]] = {}
    for path in dict.fromkeys(paths):
        kinds.setdefault(_kind(path), []).append(path)
    found = Found.together(
        LAYOUTS[kind].find(group, wanted) for kind, group in kinds.items()
    )
    return _collection(found, wanted, paths)


_MOST_NOTES = 100


def _check_problem(wanted: Wanted) -> None:
    if wanted.problem is None or wanted.problem in wanted.ids:
        return
    meant = resembles(wanted.problem, wanted.ids)
    hint = f"; did you mean {meant}?" if meant else ""
    raise UsageError(f"no problem is called {one_line(wanted.problem)!r}{hint}")


def _kind(path: Path) -> str:
    name = one_line(shown(path.as_posix()))
    if not os.path.lexists(path):
        raise UsageError(f"{name}: no such file or folder")
    for kind, layout in LAYOUTS.items():
        if layout.fits(path):
            return kind
    raise UsageError(f"{name}: neither a .py file, a folder nor a zip or tar archive")


def _collection(found: Found, wanted: Wanted, paths: Sequence[Path]) -> Collection:
    present = _distinct(found.holdings)
    expected = _expected(present, wanted)
    if not expected or not _anything(found.holdings, paths):
        raise UsageError(_nothing(found, wanted, paths))
    there = {(submission.student, submission.problem) for submission in present}
    absent = _absent(found.holdings, expected, there)
    submissions = sorted((*present, *absent), key=_order)
    notes = [
        *found.notes,
        *_faulty(found.holdings, expected, there),
        *_twice(present),
        *_strays(found.strays),
    ]
    return Collection(submissions=tuple(submissions), notes=tuple(_few(notes)))


def _distinct(holdings: Iterable[Holding]) -> list[Submission]:
    """Return the submissions, each file once however often it was named."""
    kept: dict[tuple[str, str, Origin | str], Submission] = {}
    for holding in holdings:
        for submission in holding.submissions:
            source = submission.origin or submission.path
            kept.setdefault(
                (submission.student, submission.problem, source), submission
            )
    return list(kept.values())


def _anything(holdings: Iterable[Holding], paths: Iterable[Path]) -> bool:
    """Tell whether there is more than named places with nothing in them."""
    named = {shown(path.as_posix()) for path in paths}
    return any(h.submissions or h.fault or h.path not in named for h in holdings)


def _expected(present: Iterable[Submission], wanted: Wanted) -> tuple[str, ...]:
    """Return the problems that are expected of every student."""
    if len(wanted.problems) == 1:
        return wanted.problems
    return tuple(sorted({submission.problem for submission in present}))


def _absent(
    holdings: Sequence[Holding],
    expected: Sequence[str],
    there: set[tuple[str, str]],
) -> Iterator[Submission]:
    """Yield a submission with a fault for each that is not there, once a student.

    A place that could not be read comes first: the file may be in it.
    """
    told = set(there)
    for holding in sorted(holdings, key=lambda holding: holding.fault is None):
        for problem in expected if holding.whole or holding.fault else ():
            if (holding.student, problem) not in told:
                told.add((holding.student, problem))
                yield _lacking(holding, problem)


def _lacking(holding: Holding, problem: str) -> Submission:
    name = f"{problem}.py"
    meant = holding.resembling.get(problem)
    hint = f"; {meant} looks like it" if meant else ""
    return Submission(
        student=holding.student,
        problem=problem,
        path=holding.path if holding.fault else joined(holding.path, name),
        fault=holding.fault or missing(f"{name} is missing{hint}"),
    )


def _faulty(
    holdings: Iterable[Holding], expected: Sequence[str], there: set[tuple[str, str]]
) -> Iterator[Note]:
    """Yield a note for each unreadable place that no submission speaks of."""
    for holding in holdings:
        all_there = all((holding.student, problem) in there for problem in expected)
        if holding.fault is not None and all_there and not holding.submissions:
            yield Note(path=holding.path, message=holding.fault.message)


def _twice(present: Iterable[Submission]) -> Iterator[Note]:
    places: dict[tuple[str, str], list[str]] = {}
    for submission in present:
        key = (submission.student, submission.problem)
        places.setdefault(key, []).append(one_line(submission.path))
    for (student, problem), paths in places.items():
        if len(paths) > 1:
            message = f"{problem} is there {len(paths)} times, all kept: {some(paths)}"
            yield Note(path=student, message=message)


def _strays(strays: Sequence[str]) -> Iterator[Note]:
    if strays:
        names = some([one_line(stray) for stray in strays])
        yield Note(path=names, message="no problem's files, left alone")


def _few(notes: Sequence[Note]) -> Iterator[Note]:
    distinct = list(dict.fromkeys(notes))
    yield from distinct[:_MOST_NOTES]
    if len(distinct) > _MOST_NOTES:
        more = f"and {len(distinct) - _MOST_NOTES} more notes of this kind"
        yield Note(path="…", message=more)


def _order(submission: Submission) -> tuple[object, ...]:
    student, path = natural_key(submission.student), natural_key(submission.path)
    return student, natural_key(submission.problem), path


def _nothing(found: Found, wanted: Wanted, paths: Sequence[Path]) -> str:
    places = some([one_line(shown(path.as_posix())) for path in paths])
    flat = "" if wanted.problem is None else " or <student>.py"
    names = some([f"{problem}.py" for problem in wanted.problems])
    lines = [
        f"no submissions in {places}: looked for <student>/<problem>.py{flat}, "
        f"where <problem>.py is {names}",
        *(str(holding.fault.message) for holding in found.holdings if holding.fault),
        *(str(note) for note in found.notes),
    ]
    return "\n".join(lines[:_MOST_LINES])


_MOST_LINES = 6
