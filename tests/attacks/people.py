"""Who grades: root, or an ordinary user who is made when the tests run as root."""

import os
import pwd
import shlex
import shutil
import stat
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

__all__ = ["ROOT", "Person", "ordinary_user", "people"]

ROOT = Path(__file__).parents[2]
_FIRST, _NUMBERS = 61_000, 2_000  # below the numbers that the sandbox takes


@dataclass(frozen=True, slots=True, kw_only=True)
class Person:
    """Somebody who runs commands: the words before a command make it theirs."""

    name: str
    uid: int
    gid: int
    prefix: tuple[str, ...] = ()

    def own(self, folder: Path) -> None:
        """Give a folder and all in it to the person."""
        if self.uid == os.getuid():
            return
        for path in (folder, *folder.rglob("*")):
            os.chown(path, self.uid, self.gid, follow_symlinks=False)


def people() -> tuple[Person, ...]:
    """Return who can be had here: who runs the tests, and as root also a user."""
    name = "root" if os.getuid() == 0 else "user"
    me = Person(name=name, uid=os.getuid(), gid=os.getgid())
    user = ordinary_user() if name == "root" else None
    return (me, user) if user else (me,)


def ordinary_user() -> Person | None:
    """Return a user without any rights, None if root may not make one here."""
    uid = _free_number()
    become = ["setpriv", f"--reuid={uid}", f"--regid={uid}", "--clear-groups", "--"]
    prefix = tuple(become)
    if closed := _closed(_needed()):
        script = "\n".join(_open_to_all(closed, _needed()))
        mount = ["unshare", "--mount", "--propagation=private", "--"]
        prefix = (*mount, "sh", "-c", f'{script}\nexec "$@"', "sh", *become)
    if not all(map(shutil.which, ("setpriv", "unshare", "mount"))):
        return None
    trial = [*prefix, sys.executable, "-c", "import grader"]
    if subprocess.run(trial, cwd="/", capture_output=True, check=False).returncode:
        return None
    return Person(name="user", uid=uid, gid=uid, prefix=prefix)


def _free_number() -> int:
    """Return a number that no account and no process has."""
    taken = {each.pw_uid for each in pwd.getpwall()}
    for process in Path("/proc").glob("[0-9]*"):
        with suppress(FileNotFoundError):  # it has ended
            taken.add(process.stat().st_uid)
    start = os.getpid() % _NUMBERS  # another one when the tests run twice at a time
    numbers = (_FIRST + (start + n) % _NUMBERS for n in range(_NUMBERS))
    return next(number for number in numbers if number not in taken)


def _needed() -> list[Path]:
    """Return the folders of the interpreter, its environment and this package."""
    folders = {Path(sys.base_prefix), Path(sys.prefix), ROOT / "grader"}
    return sorted(folder.resolve() for folder in folders)


def _closed(folders: Iterable[Path]) -> list[Path]:
    """Return the topmost folders above others that a stranger may not enter."""
    return sorted({first for folder in folders for first in _first_closed(folder)})


def _first_closed(folder: Path) -> Iterator[Path]:
    for above in reversed([folder, *folder.parents]):
        if not above.stat().st_mode & stat.S_IXOTH:
            yield above
            return


def _open_to_all(closed: Iterable[Path], needed: Iterable[Path]) -> Iterator[str]:
    """Yield the shell's lines that put empty folders with only what is needed there.

    What is needed is held by descriptors, from 3 on, while the empty ones cover it.
    """
    inside = dict(enumerate((each for each in needed if [*_first_closed(each)]), 3))
    yield "set -e; umask 022"
    for number, folder in inside.items():
        yield f"exec {number}<{shlex.quote(str(folder))}"
    for folder in closed:
        yield f"mount -t tmpfs -o mode=755 none {shlex.quote(str(folder))}"
    for number, folder in inside.items():
        target = shlex.quote(str(folder))
        yield f"mkdir -p {target}"
        yield f"mount --no-canonicalize --bind /proc/self/fd/{number} {target}"
        yield f"exec {number}<&-"
