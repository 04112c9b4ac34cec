"""What a tree of names holds, be it a folder on disk or the members of an archive.

Three shapes are known. Which one it is follows from the names alone:

- one student's own: ``<id>.py`` at the top and in no folder below it;
- an inbox: ``<student>/<id>.py``, one level, nothing deeper is searched;
- a flat inbox, only where the problem is given: ``<student>.py``.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from grader.intake.names import ignored, one_line, resembles, shown
from grader.intake.submission import (
    Found,
    Holding,
    Note,
    Origin,
    Submission,
    Wanted,
    missing,
)
from grader.model import Fault

__all__ = ["Entry", "Place", "find_all", "find_own", "joined"]

_NOT_SEARCHED = "a folder inside a student's folder is not searched"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One name in a tree. Folders need no entry of their own if something is inside."""

    parts: tuple[str, ...]
    folder: bool = False
    origin: Origin | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where a tree is, as a person reads it, and whose it is if it is one student's.

    What such a student's ``whole`` hand-in lacks is missing. A folder that is named
    on the command line is whole only if nothing is in it.
    """

    path: str
    student: str
    whole: bool = False


def find_all(entries: Iterable[Entry], place: Place, wanted: Wanted) -> Found:
    """Return what each student of a tree handed in."""
    branches = _branches(entries)
    own = any(wanted.problem_of(name) for name in branches)
    below = any(
        wanted.problem_of(name)
        for branch in branches.values()
        for name in _branches(branch.inside)
    )
    if below:
        return _inbox(branches, place, wanted)
    if own or not any(_is_student(name, b, wanted) for name, b in branches.items()):
        return _own(branches, place, wanted, whole=place.whole or not own)
    return _inbox(branches, place, wanted)


def find_own(entries: Iterable[Entry], place: Place, wanted: Wanted) -> Found:
    """Return what a tree that is one student's own holds at its top."""
    return _own(_branches(entries), place, wanted, whole=True)


def joined(path: str, *parts: str) -> str:
    """Return the path of a member for a person to read."""
    return "/".join((*([] if path == "." else [path]), *map(shown, parts)))


@dataclass(frozen=True, slots=True)
class _Branch:
    """All that begins with one name: the entry itself and what is inside of it."""

    entry: Entry
    inside: tuple[Entry, ...]

    @property
    def folder(self) -> bool:
        return self.entry.folder or bool(self.inside)


def _branches(entries: Iterable[Entry]) -> Mapping[str, _Branch]:
    grouped: dict[str, list[Entry]] = {}
    for entry in entries:
        if not ignored(entry.parts[0]):
            grouped.setdefault(entry.parts[0], []).append(entry)
    return {name: _branch(name, group) for name, group in grouped.items()}


def _branch(name: str, group: list[Entry]) -> _Branch:
    itself = [entry for entry in group if len(entry.parts) == 1]
    inside = tuple(
        replace(entry, parts=entry.parts[1:]) for entry in group if len(entry.parts) > 1
    )
    return _Branch(itself[0] if itself else Entry(parts=(name,), folder=True), inside)


def _is_student(name: str, branch: _Branch, wanted: Wanted) -> bool:
    return branch.folder or _is_flat(name, wanted)


def _is_flat(name: str, wanted: Wanted) -> bool:
    """Tell whether a name at the top of an inbox is a student's file."""
    return (
        wanted.problem is not None
        and name.endswith(".py")
        and not wanted.other_problem(name)
    )


def _inbox(branches: Mapping[str, _Branch], place: Place, wanted: Wanted) -> Found:
    return Found.together(
        _student(name, branch, place, wanted) for name, branch in branches.items()
    )


def _student(name: str, branch: _Branch, place: Place, wanted: Wanted) -> Found:
    path = joined(place.path, name)
    if wanted.problem_of(name):
        message = "lies beside the students' folders, so whose is it? Not graded"
        return Found(notes=(Note(path=path, message=message),))
    if _is_flat(name, wanted) and not branch.inside:
        problem = wanted.problem or ""
        student = shown(name.removesuffix(".py"))
        submission = _submission(student, problem, path, branch)
        return Found(holdings=(_holding(student, path, [submission]),))
    if not branch.folder:
        return _other_file(
            name, branch, place, wanted, resembles(name, wanted.problems)
        )
    if branch.entry.fault is not None:
        fault = branch.entry.fault
        holding = Holding(student=shown(name), path=path, whole=True, fault=fault)
        return Found(holdings=(holding,))
    inner = Place(path=path, student=shown(name))
    return find_own(branch.inside, inner, wanted)


def _own(
    branches: Mapping[str, _Branch], place: Place, wanted: Wanted, *, whole: bool
) -> Found:
    submissions: list[Submission] = []
    others: list[Found] = []
    meant = _meant(branches, wanted)
    for name, branch in branches.items():
        problem = wanted.problem_of(name)
        if problem is None:
            others.append(_other(name, branch, place, wanted, meant.get(name)))
        else:
            path = joined(place.path, name)
            submissions.append(_submission(place.student, problem, path, branch))
    resembling = {
        problem: f"{one_line(shown(name))}{'/' if branches[name].folder else ''}"
        for name, problem in meant.items()
    }
    holding = _holding(place.student, place.path, submissions, whole, resembling)
    return Found.together([Found(holdings=(holding,)), *others])


def _holding(
    student: str,
    path: str,
    submissions: list[Submission],
    whole: bool = False,
    resembling: Mapping[str, str] | None = None,
) -> Holding:
    return Holding(
        student=student,
        path=path,
        submissions=tuple(submissions),
        whole=whole,
        resembling=resembling or {},
    )


def _submission(student: str, problem: str, path: str, branch: _Branch) -> Submission:
    fault = branch.entry.fault
    if fault is None and branch.folder:
        fault = missing(f"{one_line(shown(branch.entry.parts[0]))} is a directory")
    return Submission(
        student=student,
        problem=problem,
        path=path,
        origin=None if fault else branch.entry.origin,
        fault=fault,
    )


def _other(
    name: str, branch: _Branch, place: Place, wanted: Wanted, meant: str | None
) -> Found:
    """Return what to say of something in a student's folder that is not wanted."""
    if not branch.folder:
        return _other_file(name, branch, place, wanted, meant)
    fault = branch.entry.fault
    message = fault.message if fault else _NOT_SEARCHED
    note = Note(path=joined(place.path, name), message=message)
    return Found(notes=(note,))


def _other_file(
    name: str, branch: _Branch, place: Place, wanted: Wanted, meant: str | None
) -> Found:
    path = joined(place.path, name)
    if wanted.other_problem(name):
        return Found()
    if meant is not None:
        message = f"looks like {meant}.py, but is not called so: not graded"
        return Found(notes=(Note(path=path, message=message),))
    if branch.entry.fault is not None:
        return Found(notes=(Note(path=path, message=branch.entry.fault.message),))
    return Found(strays=(path,))


def _meant(branches: Mapping[str, _Branch], wanted: Wanted) -> dict[str, str]:
    """Return the wrongly named among the names, and the problem that each is for."""
    meant: dict[str, str] = {}
    for name in branches:
        if not (wanted.problem_of(name) or wanted.other_problem(name)):
            problem = resembles(name, wanted.problems)
            if problem is not None:
                meant[name] = problem
    return meant
