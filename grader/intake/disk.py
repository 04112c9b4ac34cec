"""Files and folders on disk: regular files only, links never followed.

What a person names on the command line is taken for what it is, a link above it too.
What was found below may change hands between the listing and the reading, so each of
its folders is opened by its name in the one above, and none of them by way of a link.
"""

import errno
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
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
_FOLDER_FLAGS = (
    getattr(os, "O_PATH", os.O_RDONLY)
    | getattr(os, "O_DIRECTORY", 0)
    | getattr(os, "O_CLOEXEC", 0)
)
_BY_DESCRIPTOR = {os.open, os.stat} <= os.supports_dir_fd and (
    os.scandir in os.supports_fd
)
_HARD_LINK = "a hard link, so it is another file too: hand in a copy"
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
    """A regular file on disk; the path is absolute, with its bytes as they are.

    ``inside`` counts the folders that led to it from a named one; it is None for a file
    that was named itself.
    """

    path: str
    inside: int | None = field(default=None, compare=False)  # the file is the same

    def read(self, limit: int) -> bytes:
        with open_regular(self.path, inside=self.inside) as file:
            return file.read(limit)


def open_regular(path: str, *, inside: int | None = None) -> BinaryIO:
    """Open a regular file for reading.

    Parameters
    ----------
    path
        Where it is.
    inside
        How many of the folders above it were found, not named; None if the file was
        named itself. A found file must not be a hard link either.

    Raises
    ------
    OSError
        There is no such file, or it may not be read.
    Unreadable
        It is a link, a directory, a pipe, a socket or a device, or below a link.
    """
    found = inside is not None
    with _folder_above(path, inside or 0) as (folder, name):
        _refuse(os.lstat(name, dir_fd=folder), found)
        descriptor = os.open(name, _FLAGS, dir_fd=folder)
    try:
        _refuse(os.fstat(descriptor), found)
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

    Raises
    ------
    OSError
        It may not be listed.
    Unreadable
        A link has been put in its place.
    """
    with _opened(folder, len(inside)) as place, os.scandir(place) as files:
        for file in sorted(files, key=lambda file: file.name):
            yield _entry(file, folder, inside)


def _entry(file: "os.DirEntry[str]", folder: str, inside: tuple[str, ...]) -> Entry:
    parts = (*inside, file.name)
    try:
        status = file.stat(follow_symlinks=False)
        if stat.S_ISDIR(status.st_mode):
            return Entry(parts=parts, folder=True)
        kind = _kind(status, found=True)
        if kind is None:
            path = str(Path(folder, file.name).absolute())
            return Entry(parts=parts, origin=DiskFile(path, len(inside)))
        # Where the link leads is asked only to tell a student's folder from a file.
        is_folder = stat.S_ISLNK(status.st_mode) and file.is_dir()
        reason = f"is {kind}"
    except OSError as error:
        is_folder, reason = False, f"cannot be looked at: {error.strerror}"
    fault = unreadable(f"{one_line(shown(file.name))} {reason}")
    return Entry(parts=parts, folder=is_folder, fault=fault)


def _kind(status: os.stat_result, found: bool) -> str | None:
    kind = kind_of(status.st_mode)
    return _HARD_LINK if kind is None and found and status.st_nlink > 1 else kind


def _refuse(status: os.stat_result, found: bool) -> None:
    kind = _kind(status, found)
    if kind is not None:
        raise Unreadable(f"it is {kind}")


@contextmanager
def _folder_above(path: str, depth: int) -> Iterator[tuple[int | None, str]]:
    """Give a file's folder and its name in there; no folder if its path is enough."""
    if not depth or not _BY_DESCRIPTOR:
        yield None, path
        return
    folder, name = os.path.split(path)
    descriptor = _descend(folder, depth)
    try:
        yield descriptor, name
    finally:
        os.close(descriptor)


@contextmanager
def _opened(folder: str, depth: int) -> Iterator[int | str]:
    """Give what a folder is listed by: a descriptor, or its path if it was named."""
    if not depth or not _BY_DESCRIPTOR:
        yield folder
        return
    above = _descend(folder, depth)
    try:
        descriptor = os.open(".", os.O_RDONLY | os.O_CLOEXEC, dir_fd=above)
    finally:
        os.close(above)
    try:
        yield descriptor
    finally:
        os.close(descriptor)


def _descend(folder: str, depth: int) -> int:
    """Open a folder whose last ``depth`` names must not be links."""
    names: list[str] = []
    for _ in range(depth):
        folder, name = os.path.split(folder)
        names.insert(0, name)
    descriptor = os.open(folder or ".", _FOLDER_FLAGS)
    for name in names:
        above = descriptor
        try:
            flags = _FOLDER_FLAGS | os.O_NOFOLLOW
            descriptor = os.open(name, flags, dir_fd=above)
        except OSError as error:
            if error.errno in (errno.ELOOP, errno.ENOTDIR):
                raise Unreadable("its folder became something else meanwhile") from None
            raise
        finally:
            os.close(above)
    return descriptor
