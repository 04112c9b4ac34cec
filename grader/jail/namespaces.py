"""Leaves the namespaces of everybody else for new ones (level ``full``)."""

import os
from collections.abc import Sequence
from typing import Final

from grader.jail.kernel import mount, unshare

__all__ = ["become_init", "leave", "open_up"]

_NEW_MOUNTS: Final = 0x00020000
_NEW_CGROUP: Final = 0x02000000
_NEW_UTS: Final = 0x04000000
_NEW_IPC: Final = 0x08000000
_NEW_USER: Final = 0x10000000
_NEW_PID: Final = 0x20000000
_NEW_NET: Final = 0x40000000
_EVERY: Final = (
    _NEW_USER | _NEW_MOUNTS | _NEW_PID | _NEW_NET | _NEW_IPC | _NEW_UTS | _NEW_CGROUP
)
_READ_ONLY: Final = 1
_NO_SUID: Final = 2
_NO_DEVICES: Final = 4
_NO_EXEC: Final = 8
_PRIVATE: Final = 1 << 18
_BIND: Final = 1 << 12
_RECURSIVE: Final = 1 << 14
_PLAIN: Final = _NO_SUID | _NO_DEVICES | _NO_EXEC
_INODES: Final = 4096
_DESCRIPTORS: Final = 1024


def leave(folder: str, size: int) -> None:
    """
    Enter new namespaces of every kind; ``folder`` becomes an empty disk of its own.

    The user keeps its number, and no other user is known there. Processes are not
    visible: ``/proc`` is empty.

    Parameters
    ----------
    folder
        Where to mount the disk; the path is absolute.
    size
        How much it holds, in bytes.
    """
    user, group = os.geteuid(), os.getegid()
    unshare(_EVERY)
    _write("/proc/self/setgroups", "deny")
    _write("/proc/self/uid_map", f"{user} {user} 1")
    _write("/proc/self/gid_map", f"{group} {group} 1")
    mount(None, "/", _RECURSIVE | _PRIVATE)
    options = f"size={size},nr_inodes={_INODES},mode=700"
    mount("tmpfs", folder, _PLAIN, options=options)
    mount("tmpfs", "/proc", _PLAIN | _READ_ONLY, options="size=4k")


def become_init() -> None:
    """
    Return in the first process of the new pid namespace: all others end with it.

    The process that calls stays outside, waits, and ends in the same way.
    """
    process = os.fork()
    if process == 0:
        return
    os.closerange(0, _DESCRIPTORS)
    _, status = os.waitpid(process, 0)
    code = os.waitstatus_to_exitcode(status)
    if code < 0:
        os.kill(os.getpid(), -code)
    os._exit(code if code >= 0 else 1)


def open_up(closed: Sequence[str], shown: Sequence[str]) -> None:
    """
    Let every user reach paths below folders that only root may enter.

    This process, and all below it, sees an empty folder in the place of each closed
    one, with nothing but the shown paths in it.
    """
    if not closed:
        return
    unshare(_NEW_MOUNTS)
    mount(None, "/", _RECURSIVE | _PRIVATE)
    kept = {path: os.open(path, os.O_PATH) for path in shown}
    for folder in closed:
        mount("tmpfs", folder, _PLAIN, options="mode=755")
    for path, descriptor in kept.items():
        os.makedirs(path, mode=0o755, exist_ok=True)  # noqa: PTH103
        mount(f"/proc/self/fd/{descriptor}", path, _BIND | _RECURSIVE)
        os.close(descriptor)


def _write(path: str, text: str) -> None:
    descriptor = os.open(path, os.O_WRONLY)
    try:
        os.write(descriptor, text.encode("ascii"))
    finally:
        os.close(descriptor)
