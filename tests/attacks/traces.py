"""What a run may leave on the machine: files, processes, keys and other objects.

Processes are found by descent: while a run goes on this process adopts whatever it
leaves behind. So nothing of other people's is ever taken for a trace, or ended.
"""

import ctypes
import os
import platform
import re
import shutil
import signal
import site
import time
from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = [
    "Look",
    "adopting",
    "clean",
    "descendants",
    "end",
    "look",
    "sweep",
]

SHARED = tuple(
    map(Path, ("/tmp", "/var/tmp", "/dev/shm", "/run", "/run/lock", "/dev", "/"))
)
SANDBOX_UIDS = range(64_000, 66_000)

_MARKED = re.compile(r"ATTACK_CANARY|^\.?attack\d|\.(linked|renamed)$|^core(\.\d+)?$")
_KEYS = range(0x61746B00, 0x61746C00)  # of the attacks' System V objects
_QUEUE = b"/attack191"
_PR_SET_CHILD_SUBREAPER, _PR_GET_CHILD_SUBREAPER = 36, 37

_libc = ctypes.CDLL(None, use_errno=True)


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """What was seen at one moment: each trace in words, and what it is about."""

    files: Mapping[Path, tuple]
    shared: frozenset[Path]
    processes: Mapping[int, str]
    objects: frozenset[str]

    def since(self, before: "Look") -> list[str]:
        """Tell what is there, is gone or is different since an earlier look."""
        changed = {
            path
            for path in self.files.keys() | before.files.keys()
            if self.files.get(path) != before.files.get(path)
        }
        return [
            *(f"file {path}" for path in sorted(changed | self.shared - before.shared)),
            *(
                f"process {name}"
                for number, name in self.processes.items()
                if number not in before.processes
            ),
            *sorted(self.objects - before.objects),
        ]


def look(folders: Iterable[Path], *, uid: int) -> Look:
    """
    Look at whole folders, at the shared ones and at all that is not on disk.

    Parameters
    ----------
    uid
        Whoever runs the command. If that is not who looks, all of theirs is a trace.
    """
    foreign = {*SANDBOX_UIDS} | ({uid} - {os.getuid()})
    return Look(
        files=dict(each for folder in folders for each in _tree(folder)),
        shared=frozenset(_in_shared(foreign, uid)),
        processes=dict(_processes(foreign)),
        objects=frozenset(_objects()),
    )


def _tree(folder: Path) -> Iterator[tuple[Path, tuple]]:
    """Yield whatever lies below a folder, and all about it but when it was read."""
    for path in (folder, *sorted(folder.rglob("*"))):
        status = path.lstat()
        about = status.st_mode, status.st_uid, status.st_gid, status.st_nlink
        text = path.read_bytes() if path.is_file() and not path.is_symlink() else None
        names = tuple(os.listxattr(path, follow_symlinks=False))
        # A folder's own times change with every file that we ourselves make in it.
        yield path, (*about, status.st_mtime_ns if text is not None else 0, text, names)


def _in_shared(foreign: set[int], uid: int) -> Iterator[Path]:
    """Yield what attacks leave in everybody's folders, and all that is foreign."""
    for path in (path for folder in SHARED for path in _children(folder)):
        owner = _uid(path)
        if owner in foreign or (owner == uid and _MARKED.search(path.name)):
            yield path
    for folder in map(Path, site.getsitepackages()):
        yield from (path for path in _children(folder) if _MARKED.search(path.name))


def _children(folder: Path) -> list[Path]:
    try:
        return [*folder.iterdir()]
    except OSError:
        return []


def _uid(path: Path) -> int | None:
    try:
        return path.lstat().st_uid
    except OSError:
        return None


def _processes(foreign: set[int]) -> Iterator[tuple[int, str]]:
    below, parents = descendants(), _parents()
    for number, parent in parents.items():
        path = Path(f"/proc/{number}")
        with suppress(OSError):
            name = (path / "comm").read_text().strip()
            state = (path / "stat").read_text().rpartition(")")[2].split()[0]
            uid = path.stat().st_uid
            # Another run's processes have a parent; those that fled have the first.
            fled = parent == 1 and (uid in foreign or name.startswith("atk"))
            # Whoever forks all the time is seen best by the dead that it leaves.
            seen = state not in "ZX" or name.startswith("atk")
            if (number in below or fled) and seen:
                yield number, f"{name} (state {state}, uid {uid})"


def _parents() -> dict[int, int]:
    """Return the parent of each process."""
    parents = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            parents[int(path.parent.name)] = int(fields[1])
    return parents


def descendants() -> set[int]:
    """Return the processes below this one, by number; zombies too."""
    parents = _parents()
    found = {os.getpid()}
    while more := {n for n, parent in parents.items() if parent in found} - found:
        found |= more
    return found - {os.getpid()}


def _objects() -> Iterator[str]:
    """Yield what lives in the kernel: System V and POSIX objects, keys."""
    for kind in ("shm", "sem", "msg"):
        with suppress(OSError):
            for line in Path(f"/proc/sysvipc/{kind}").read_text().splitlines()[1:]:
                key, number, *_ = map(int, line.split()[:2])
                if key & 0xFFFFFFFF in _KEYS:
                    yield f"{kind} {number}"
    with suppress(OSError):
        for line in Path("/proc/keys").read_text().splitlines():
            if "attack" in line:
                yield f"key {line.split()[0]}"
    if (queue := _libc.mq_open(_QUEUE, os.O_RDONLY)) >= 0:
        os.close(queue)
        yield "queue 0"


def sweep() -> None:
    """Remove what runs of these tests that were cut short have left, files of ours."""
    nothing = Look(files={}, shared=frozenset(), processes={}, objects=frozenset())
    found = look([], uid=os.getuid())
    marked = {path for path in found.shared if _MARKED.search(path.name)}
    clean(nothing, replace(found, shared=frozenset(marked)))


def clean(before: Look, after: Look) -> None:
    """Remove the traces that lie outside of a run's own folder, processes aside."""
    for path in after.shared - before.shared:
        if path.is_dir() and not path.is_symlink():
            shutil.rmtree(path, ignore_errors=True)
        else:
            path.unlink(missing_ok=True)
    for each in after.objects - before.objects:
        kind, _, number = each.partition(" ")
        _REMOVE[kind](int(number, 16 if kind == "key" else 10))


# By the kind of an object, from its number.
_REMOVE = {
    "shm": lambda number: _libc.shmctl(number, 0, None),
    "sem": lambda number: _libc.semctl(number, 0, 0),
    "msg": lambda number: _libc.msgctl(number, 0, None),
    "queue": lambda _: _libc.mq_unlink(_QUEUE),
    "key": lambda number: _libc.syscall(_keyctl(), 21, number),  # KEYCTL_INVALIDATE
}


def _keyctl() -> int:
    return 219 if platform.machine() == "aarch64" else 250


def end(processes: Iterable[int]) -> None:
    """Kill processes that this one has started or adopted, and reap them."""
    deadline = time.monotonic() + 2
    while left := {*processes} & descendants():
        for number in left:
            with suppress(ProcessLookupError):
                os.kill(number, signal.SIGKILL)
            with suppress(ChildProcessError):  # it is a child of one of the others
                os.waitpid(number, os.WNOHANG)
        if time.monotonic() > deadline:
            return
        time.sleep(0.01)


@contextmanager
def adopting() -> Iterator[None]:
    """Have everything that is started below come to this process if its parent ends."""
    was = ctypes.c_int()
    _libc.prctl(_PR_GET_CHILD_SUBREAPER, ctypes.byref(was), 0, 0, 0)
    _libc.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    try:
        yield
    finally:
        _libc.prctl(_PR_SET_CHILD_SUBREAPER, was.value, 0, 0, 0)
