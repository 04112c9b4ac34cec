"""Archives: a zip or tar of an inbox, of one student's files, or made to hand in.

Which kind of archive it is follows from the first bytes, not from the name. The
members are listed and read, never extracted.
"""

import tarfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path

from grader.errors import Unreadable, UsageError
from grader.intake.disk import open_regular
from grader.intake.handin import find_handin
from grader.intake.manifest import MANIFEST_NAME
from grader.intake.members import Member, members
from grader.intake.names import ignored, one_line, shown, without_archive_suffix
from grader.intake.submission import Found, Wanted
from grader.intake.tars import tar_members
from grader.intake.tree import Entry, Place, find_all, find_own, joined
from grader.intake.zips import zip_members

__all__ = ["find_archive", "find_archives", "fits_archive", "packed_by", "student_of"]


def fits_archive(path: Path) -> bool:
    """Tell whether a path is an archive, or at least called one."""
    name = path.name
    if name.endswith(".py"):
        return False
    return without_archive_suffix(name) is not None or packed_by(path) is not None


def find_archives(paths: Sequence[Path], wanted: Wanted) -> Found:
    """Return what is in archives that were named on the command line.

    Raises
    ------
    UsageError
        One of them cannot be opened.
    """
    return Found.together(_named(path, wanted) for path in paths)


def find_archive(
    path: Path,
    wanted: Wanted,
    *,
    student: str | None = None,
    inside: int | None = None,
) -> Found:
    """Return what is in one archive.

    Parameters
    ----------
    path
        The archive.
    wanted
        The problems to look for.
    student
        Whose archive it is, where its folder says so: it then holds one student's
        files whatever it says itself.
    inside
        Where it was found, as for `open_regular`.

    Raises
    ------
    OSError
        It may not be read.
    Unreadable
        It is damaged, or refused as a whole.
    """
    where = shown(path.as_posix())
    lister = _LISTERS[packed_by(path, inside)]
    listed = members(lister(str(path.absolute()), inside), where)
    place = Place(path=where, student=student or student_of(path), whole=True)
    refused = Found(notes=listed.notes)
    if any(entry.parts == (MANIFEST_NAME,) for entry in listed.entries):
        found = find_handin(listed.entries, place, wanted, named=student is not None)
    else:
        find = find_all if student is None else find_own
        found = find(*_without_common_top(listed.entries, place, wanted), wanted)
    return Found.together([refused, found])


def packed_by(path: Path, inside: int | None = None) -> str | None:
    """Return what an archive is packed by, from its first bytes; None if it is none."""
    try:
        with open_regular(str(path), inside=inside) as file:
            start = file.read(_BLOCK_BYTES)
    except (OSError, Unreadable):
        return None
    return _packed_by(start)


def student_of(path: Path) -> str:
    """Return whose archive it is if nothing else says so."""
    return shown(without_archive_suffix(path.name) or path.stem)


_BLOCK_BYTES = 512


def _packed_by(start: bytes) -> str | None:
    if start.startswith((b"PK\x03\x04", b"PK\x05\x06")):
        return "zip"
    if start.startswith(b"\x1f\x8b"):
        return "gzip"
    try:
        tarfile.TarInfo.frombuf(start, "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError):
        return None
    return "tar"


def _unknown(path: str, inside: int | None) -> Iterator[Member]:
    open_regular(path, inside=inside).close()  # a link or a pipe has a better reason
    raise Unreadable("it is no zip, tar or tar.gz archive, or it is damaged")


_LISTERS: Mapping[str | None, Callable[[str, int | None], Iterator[Member]]] = {
    "zip": lambda path, inside: zip_members(path, inside=inside),
    "tar": lambda path, inside: tar_members(path, gzipped=False, inside=inside),
    "gzip": lambda path, inside: tar_members(path, gzipped=True, inside=inside),
    None: _unknown,
}


def _named(path: Path, wanted: Wanted) -> Found:
    try:
        return find_archive(path, wanted)
    except Unreadable as error:
        reason = str(error)
    except OSError as error:
        reason = f"it cannot be read: {error.strerror}"
    raise UsageError(f"{one_line(shown(path.as_posix()))}: {reason}")


def _without_common_top(
    entries: Sequence[Entry], place: Place, wanted: Wanted
) -> tuple[Sequence[Entry], Place]:
    """Leave out one folder that holds all else, if the inbox is inside of it."""
    tops = {entry.parts[0] for entry in entries if not ignored(entry.parts[0])}
    below = [entry.parts[1:] for entry in entries if entry.parts[0] in tops]
    if len(tops) != 1 or not _is_inbox(below, wanted):
        return entries, place
    (top,) = tops
    inner = tuple(
        replace(entry, parts=entry.parts[1:])
        for entry in entries
        if entry.parts[0] == top and len(entry.parts) > 1
    )
    return inner, replace(place, path=joined(place.path, top))


def _is_inbox(names: Sequence[tuple[str, ...]], wanted: Wanted) -> bool:
    firsts = [parts[0] for parts in names if parts]
    if any(wanted.problem_of(name) for name in firsts):
        return False
    return any(
        (len(parts) == 2 and wanted.problem_of(parts[1]) is not None)
        or (len(parts) == 1 and wanted.problem is not None and parts[0].endswith(".py"))
        for parts in names
    )
