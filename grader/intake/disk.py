"""Files and folders on disk: regular files only, links never followed."""

import os
import stat
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

from grader.errors import Unreadable
from grader.intake.names import one_line, shown
from grader.intake.submission import unreadable
from grader.intake.tree import Entry

__all__ = ["DiskFile", "kind_of", "listing", "open_regular"]

# A FIFO must not block us, a link put in at the last moment must not lead us away.
# Windows has neither flag, but would translate line ends.
_FLAGS = (
    os.O_RDONLY
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)
    | getattr(os, "O_CLOEXEC", 0)
    | getattr(os, "O_BINARY", 0)
)
_KINDS = {
    stat.S_IFLNK: "a symbolic link, and links are not followed",
    stat.S_IFDIR: "a directory",
    stat.S_IFIFO: "a named pipe",
    stat.S_IFSOCK: "a socket",
    stat.S_IFCHR: "a device",
    stat.S_IFBLK: "a device",
}


@dataclass(frozen=True, slots=True)
class DiskFile:
    """A regular file on disk; the path is absolute, with its bytes as they are."""

    path: str

    def read(self, limit: int) -> bytes:
        with open_regular(self.path) as file:
            return file.read(limit)


def open_regular(path: str) -> BinaryIO:
    """Open a regular file for reading.

    Raises
    ------
    OSError
        There is no such file, or it may not be read.
    Unreadable
        It is a link, a directory, a pipe, a socket or a device.
    """
    _refuse_unless_regular(os.lstat(path).st_mode)
    descriptor = os.open(path, _FLAGS)
    try:
        _refuse_unless_regular(os.fstat(descriptor).st_mode)
    except Unreadable:
        os.close(descriptor)
        raise
    return os.fdopen(descriptor, "rb")


def kind_of(mode: int) -> str | None:
    """Return what a mode that is not a regular file's stands for, in words."""
    if stat.S_ISREG(mode):
        return None
    return _KINDS.get(stat.S_IFMT(mode), "not a regular file")


def listing(folder: str, *, inside: tuple[str, ...] = ()) -> Iterator[Entry]:
    """Yield what is in a folder, without going into its folders.

    Parameters
    ----------
    folder
        The path to list.
    inside
        The names that lead to it from the root of the whole listing.
    """
    with os.scandir(folder) as files:
        for file in sorted(files, key=lambda file: file.name):
            yield _entry(file, inside)


def _entry(file: "os.DirEntry[str]", inside: tuple[str, ...]) -> Entry:
    parts = (*inside, file.name)
    try:
        mode = file.stat(follow_symlinks=False).st_mode
        if stat.S_ISDIR(mode):
            return Entry(parts=parts, folder=True)
        if stat.S_ISREG(mode):
            return Entry(parts=parts, origin=DiskFile(str(Path(file.path).absolute())))
        # Where the link leads is asked only to tell a student's folder from a file.
        folder = stat.S_ISLNK(mode) and file.is_dir()
        reason = f"is {kind_of(mode)}"
    except OSError as error:
        folder, reason = False, f"cannot be looked at: {error.strerror}"
    fault = unreadable(f"{one_line(shown(file.name))} {reason}")
    return Entry(parts=parts, folder=folder, fault=fault)


def _refuse_unless_regular(mode: int) -> None:
    kind = kind_of(mode)
    if kind is not None:
        raise Unreadable(f"it is {kind}")
