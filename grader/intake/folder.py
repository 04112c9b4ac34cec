"""Folders: an inbox of students' folders, files or archives, or one student's own."""

import os
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from grader.errors import Unreadable
from grader.intake.archive import find_archive, packed_by, student_of
from grader.intake.disk import listing
from grader.intake.names import ignored, one_line, shown, without_archive_suffix
from grader.intake.submission import (
    Found,
    Holding,
    Note,
    Submission,
    Wanted,
    missing,
    unreadable,
)
from grader.intake.tree import Entry, Place, find_all
from grader.model import Fault

__all__ = ["find_folders", "fits_folder", "name_of"]


def fits_folder(path: Path) -> bool:
    """Tell whether a path is a folder; a link to one counts if it was named itself."""
    try:
        return path.is_dir()
    except OSError:  # a link to where we may not look
        return False


def find_folders(paths: Sequence[Path], wanted: Wanted) -> Found:
    """Return what is in folders that were named on the command line."""
    return Found.together(_folder(path, wanted) for path in paths)


def name_of(folder: Path) -> str:
    """Return the name of a folder, also where the path is ``.`` or ends in ``..``."""
    # Path.resolve would follow links, and the link's own name is the student's.
    return shown(os.path.basename(os.path.abspath(folder))) or "student"  # noqa: PTH100, PTH119


def _folder(path: Path, wanted: Wanted) -> Found:
    where = shown(path.as_posix())
    problem = wanted.problem_of(path.name)
    if problem is not None:
        return _folder_for_file(path, where, problem)
    try:
        top = tuple(listing(str(path)))
    except OSError as error:
        fault = unreadable(_refused(path.name, error))
        return _unread(name_of(path), where, fault)
    entries: list[Entry] = []
    archives: list[Found] = []
    for entry in top:
        archive = _archive(path, entry, wanted)
        if archive is not None:
            archives.append(archive)
            continue
        inside, packed = _inside(path, entry, wanted)
        entries += inside
        archives += packed
    found = find_all(entries, Place(path=where, student=name_of(path)), wanted)
    if archives:
        found = _without_nobody(found, where)
    return Found.together([_link_note(path, where), found, *archives])


def _folder_for_file(path: Path, where: str, problem: str) -> Found:
    """Return a folder that has the name of a file, as the file that it is not."""
    fault = missing(f"{path.name} is a directory")
    student = name_of(path.parent)
    submission = Submission(student=student, problem=problem, path=where, fault=fault)
    holding = Holding(student=student, path=where, submissions=(submission,))
    return Found(holdings=(holding,))


def _inside(
    root: Path, entry: Entry, wanted: Wanted
) -> tuple[list[Entry], list[Found]]:
    """Return an entry with what is in it, and the archives among that."""
    name = entry.parts[0]
    if not entry.folder or entry.fault is not None or ignored(name):
        return [entry], []
    try:
        below = tuple(listing(str(root / name), inside=(name,)))
    except (OSError, Unreadable) as error:
        fault = unreadable(_refused(name, error))
        return [Entry(parts=(name,), folder=True, fault=fault)], []
    entries = [entry]
    archives: list[Found] = []
    for file in below:
        called = without_archive_suffix(file.parts[-1]) is not None
        archive = _archive(root, file, wanted, student=shown(name)) if called else None
        if archive is None:
            entries.append(file)
        else:
            archives.append(archive)
    return entries, archives


def _archive(
    root: Path, entry: Entry, wanted: Wanted, *, student: str | None = None
) -> Found | None:
    """Return what an archive holds; None if it is none, or not a hand-in by its look.

    Spreadsheets and other documents are zip archives as well: what is not called an
    archive must have something in it to count as one.
    """
    path = root.joinpath(*entry.parts)
    inside = len(entry.parts) - 1
    called = without_archive_suffix(path.name) is not None
    if entry.folder or ignored(path.name) or path.name.endswith(".py"):
        return None
    if not called and (entry.fault is not None or packed_by(path, inside) is None):
        return None
    try:
        found = find_archive(path, wanted, student=student, inside=inside)
    except (OSError, Unreadable) as error:
        fault = unreadable(_refused(path.name, error))
        whose = student or student_of(path)
        broken = _unread(whose, shown(path.as_posix()), fault)
        return broken if called else None
    useful = any(holding.submissions for holding in found.holdings)
    return found if called or useful else None


def _unread(student: str, path: str, fault: Fault) -> Found:
    holding = Holding(student=student, path=path, whole=True, fault=fault)
    return Found(holdings=(holding,))


def _refused(name: str, error: OSError | Unreadable) -> str:
    reason = error.strerror if isinstance(error, OSError) else str(error)
    return f"{one_line(shown(name))} cannot be read: {reason}"


def _without_nobody(found: Found, where: str) -> Found:
    """Leave out the folder itself as a student where it holds others' archives."""
    kept = (h for h in found.holdings if h.submissions or h.path != where)
    return replace(found, holdings=tuple(kept))


def _link_note(path: Path, where: str) -> Found:
    if not path.is_symlink():
        return Found()
    message = "is a symbolic link, followed because it was named itself"
    return Found(notes=(Note(path=where, message=message),))
