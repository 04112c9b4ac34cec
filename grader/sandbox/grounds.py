"""Where the server of each isolation level runs, and what it is told of the jail."""

import os
import stat
import sys
import tempfile
from collections.abc import Iterable, Sequence, Set
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from grader.errors import SandboxFailed
from grader.jail import landlock
from grader.sandbox import bubblewrap, syscalls
from grader.sandbox.base import WORKER_ENVIRONMENT
from grader.sandbox.runtime import CACHE, find_runtime
from grader.sandbox.scratch import Scratch, make

__all__ = ["Ground", "bubblewrapped", "landlocked", "unisolated"]

_USERS: Final = 64000  # the first of those that boxes become where the server is root
_DISK_BYTES: Final = 16 << 20
_MEMORY: Final = Path("/dev/shm")  # a file may have 16 MiB at most
_TEMPORARY: Final = ("TMPDIR", "TEMP", "TMP")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ground:
    """
    How to start one server.

    ``command`` is the beginning of its command line, ``scratch`` the folder below which
    boxes work, as the server sees it, ``folder`` the one of it that is to be removed
    afterwards. ``settings`` are those of `grader.jail.jail.Jail`; None is no jail.
    ``visible`` are the places of which students' processes may see something.
    """

    command: list[str]
    scratch: str
    folder: Scratch | None
    settings: dict[str, Any] | None
    visible: Sequence[Path] = ()


def unisolated() -> Ground:
    """Return the ground of level ``none``."""
    return _beside(_new_folder(), settings=None)


def landlocked() -> Ground:
    """
    Return the ground of level ``landlock``.

    Raises
    ------
    SandboxFailed
        The kernel has no Landlock, or libseccomp is not installed.
    """
    runtime = find_runtime()
    numpy = [path for name, path in runtime.packages.items() if "numpy" in name]
    read = runtime.readable([*numpy, CACHE])
    exactly = runtime.readable_exactly()
    settings = _settings(
        namespaces=False,
        read=read,
        server_read=[*exactly, Path("/proc")],
        closed={folder for path in read for folder in _closed_above(path)},
    )
    folder = _new_folder(for_all=os.geteuid() == 0)
    return _beside(folder, settings=settings, visible=exactly)


def bubblewrapped(*, namespaces: bool) -> Ground:
    """
    Return the ground of level ``full``, or of ``flat``, without further namespaces.

    Raises
    ------
    SandboxFailed
        bubblewrap or libseccomp is not installed, or the kernel has no Landlock.
    """
    program = bubblewrap.find()
    if program is None:
        raise SandboxFailed("bubblewrap is not installed")
    runtime = find_runtime()
    disks = 0 if namespaces else bubblewrap.LAUNCHERS  # made beforehand
    settings = _settings(
        namespaces=namespaces,
        disks=disks,
        read=[*runtime.readable([]), bubblewrap.PACKAGES],
        server_read=None,
    )
    environment = {**WORKER_ENVIRONMENT, "PYTHONPATH": str(bubblewrap.PACKAGES)}
    inside = bubblewrap.command(
        program,
        runtime,
        environment,
        disks=disks or 1,
        disk_bytes=_DISK_BYTES,
    )
    return Ground(
        command=[*inside, str(runtime.executable), "-s", "-S", "-P"],
        scratch=str(bubblewrap.SCRATCH),
        folder=None,
        settings=settings,
        visible=[Path("/usr"), runtime.prefix, *runtime.packages.values()],
    )


def _beside(
    folder: Scratch, *, settings: dict[str, Any] | None, visible: Sequence[Path] = ()
) -> Ground:
    """Return the ground of a server on the same file system as the command."""
    return Ground(
        command=[sys.executable, "-s", "-P"],
        scratch=str(folder.path),
        folder=folder,
        settings=settings,
        visible=visible,
    )


def _settings(
    *,
    namespaces: bool,
    read: Sequence[Path],
    server_read: Iterable[Path] | None,
    closed: Set[Path] = frozenset(),
    disks: int = 0,
) -> dict[str, Any]:
    version = landlock.version()
    if not version:
        raise SandboxFailed("the kernel has no Landlock, or it is switched off")
    root = os.geteuid() == 0
    return {
        "namespaces": namespaces,
        "read": [str(path) for path in read],
        "server_read": None if server_read is None else [*map(str, server_read)],
        "users": _USERS if root else None,
        "closed": [*map(str, closed)] if root else [],
        "shown": [str(path) for path in read if closed & set(path.parents)],
        "program": syscalls.program(signals=version >= landlock.SIGNALS),
        "scratch_bytes": _DISK_BYTES,
        "disks": disks,
    }


def _closed_above(path: Path) -> list[Path]:
    """Return the topmost folder above that not all may enter, if there is one."""
    downwards = reversed(path.parents)
    return [it for it in downwards if not it.stat().st_mode & stat.S_IXOTH][:1]


def _new_folder(*, for_all: bool = False) -> Scratch:
    """Make a folder; ``for_all`` says that boxes of other users work below it."""
    root = _scratch_root()
    if for_all and _closed_above(root / "folder"):
        root = _MEMORY
    return make(root)


def _scratch_root() -> Path:
    """Return where scratch folders are cheapest: in memory, unless told otherwise."""
    told = tempfile.tempdir is not None or any(map(os.environ.get, _TEMPORARY))
    if not told and os.access(_MEMORY, os.W_OK | os.X_OK):
        return _MEMORY
    return Path(tempfile.gettempdir())  # where the system keeps temporary files
