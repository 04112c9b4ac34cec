"""Folders for scratch space, and the removal of those that a killed command has left.

Each is locked by the command that made it, for as long as that lives. One that nobody
holds a lock on has lost its command, and the next command removes it.
"""

import fcntl
import os
import shutil
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

__all__ = ["Scratch", "make"]

_PREFIX: Final = "grader-scratch-"
_OLD_SECONDS: Final = 60.0  # a younger one may be about to be locked


@dataclass(frozen=True, slots=True)
class Scratch:
    """A folder, and the descriptor that locks it."""

    path: Path
    lock: int

    def remove(self) -> None:
        """Remove the folder and give the lock back."""
        shutil.rmtree(self.path, ignore_errors=True)
        os.close(self.lock)


def make(root: Path) -> Scratch:
    """Make a folder; remove what others of this user have left in the same place."""
    for path in root.glob(f"{_PREFIX}*"):
        with suppress(OSError):
            _sweep(path)
    path = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=root))
    lock = _opened(path)
    fcntl.flock(lock, fcntl.LOCK_SH)
    return Scratch(path, lock)


def _sweep(path: Path) -> None:
    status = path.lstat()
    if status.st_uid != os.geteuid() or time.time() - status.st_mtime < _OLD_SECONDS:
        return
    lock = _opened(path)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        shutil.rmtree(path, ignore_errors=True)
    finally:
        os.close(lock)


def _opened(path: Path) -> int:
    return os.open(path, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC)
