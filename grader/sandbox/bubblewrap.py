"""The command line of bubblewrap: what a server, and all below it, can see.

The file system inside is empty but for the system's libraries, Python, the named
packages and three devices, all of it read-only; only the scratch disks can be written.
No folder of problems, solutions or submissions, no home, no network, no process and no
variable of the outside exists there.
"""

import os
import shutil
from collections.abc import Iterator, Mapping
from itertools import chain
from pathlib import Path
from typing import Final

from grader.sandbox.runtime import Runtime

__all__ = ["LAUNCHERS", "PACKAGES", "SCRATCH", "command", "find"]

PACKAGES: Final = Path("/packages")
SCRATCH: Final = Path("/scratch")
LAUNCHERS: Final = 64  # that can have a disk of their own at a time

_NAMESPACES: Final = ("pid", "net", "ipc", "uts", "cgroup-try")
# Of root's rights only those to change the user of a box and to end and clean it up.
_CAPABILITIES: Final = ("SETUID", "SETGID", "SETPCAP", "CHOWN", "KILL", "DAC_OVERRIDE")
_DEVICES: Final = ("null", "zero", "urandom")
_LINKS: Final = ("/lib", "/lib64", "/bin")


def find() -> str | None:
    """Return the path of bubblewrap, None if it is not installed."""
    return shutil.which("bwrap", path="/usr/bin:/bin:/usr/local/bin")


def command(
    program: str,
    runtime: Runtime,
    environment: Mapping[str, str],
    *,
    disks: int,
    disk_bytes: int,
) -> list[str]:
    """
    Return the beginning of a command that is to run inside.

    Parameters
    ----------
    program
        The path of bubblewrap.
    runtime
        The Python whose files are visible.
    environment
        The only variables there.
    disks, disk_bytes
        How many scratch disks there are, and their size. One is the scratch folder
        itself; of several each is a folder in it, named by its number from 0 on.
    """
    groups = [
        ["--die-with-parent", "--new-session", "--hostname", "box", "--clearenv"],
        *([f"--unshare-{name}"] for name in _NAMESPACES),
        _user(),
        *(["--setenv", name, value] for name, value in environment.items()),
        *_files(runtime),
        ["--dir", "/dev"],
        *(["--dev-bind", f"/dev/{name}", f"/dev/{name}"] for name in _DEVICES),
        ["--proc", "/proc", "--chdir", "/"],
        ["--dir", str(SCRATCH)],
        *(["--size", str(disk_bytes), "--tmpfs", str(disk)] for disk in _disks(disks)),
        ["--remount-ro", "/"],
    ]
    return [program, *chain.from_iterable(groups)]


def _disks(count: int) -> list[Path]:
    return [SCRATCH] if count == 1 else [SCRATCH / str(n) for n in range(count)]


def _user() -> list[str]:
    if os.geteuid() != 0:
        return ["--unshare-user", "--uid", "1000", "--gid", "1000", "--cap-drop", "ALL"]
    kept = chain.from_iterable(("--cap-add", f"CAP_{name}") for name in _CAPABILITIES)
    return ["--cap-drop", "ALL", *kept]


def _files(runtime: Runtime) -> Iterator[list[str]]:
    """Yield what of the file system is there; parents first, or they are closed."""
    yield ["--ro-bind", "/usr", "/usr"]
    for name in _LINKS:
        if Path(name).is_symlink():
            yield ["--symlink", os.readlink(name), name]  # noqa: PTH115
        elif Path(name).is_dir():
            yield ["--ro-bind", name, name]
    if not runtime.prefix.is_relative_to("/usr"):
        yield from _bound(runtime.prefix, runtime.prefix)
    for folder in (
        *runtime.third_party(),
        *Path("/usr/lib").glob("python3/*-packages"),
    ):
        yield ["--tmpfs", str(folder), "--remount-ro", str(folder)]
    for name, path in runtime.packages.items():
        yield from _bound(path, PACKAGES / name)


def _bound(path: Path, place: Path) -> Iterator[list[str]]:
    for parent in reversed(place.parents):
        if parent != Path("/"):
            yield ["--dir", str(parent)]
    yield ["--ro-bind", str(path), str(place)]
