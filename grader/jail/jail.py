"""The two steps into the jail: what a box does, and what the process of a test does."""

import os
import resource
from collections.abc import Mapping
from typing import Any, Final

from grader.jail import capabilities, landlock, namespaces, seccomp
from grader.jail.kernel import die_with_parent, prctl

__all__ = ["Jail"]

_PR_SET_DUMPABLE: Final = 4
_FILES: Final = 64  # open at a time
_THREADS: Final = 16
_OTHER_PROCESSES: Final = 24  # of the same user: the box, and tests forked ahead
_WIRE: Final = 3
_DESCRIPTORS: Final = 1024
_LAUNCHERS: Final = 40  # at a time
_BOXES: Final = 50  # of one launcher: it has two or three at a time


class Jail:
    """
    The jail of one server, made before it forks anything.

    Parameters
    ----------
    settings
        ``namespaces``: whether each box has its own. ``read``: paths that tests may
        read. ``server_read``: paths that the server and all below it may read, None
        for any. ``users``: the first of the user ids for boxes, None to stay the same
        user. ``closed``: folders that these users may not enter, and ``shown``: paths
        below them that they need.
        ``program``: the seccomp filter. ``scratch_bytes``: the size of a box's disk.
        ``disks``: how many launchers find a disk of their own made already.
    """

    def __init__(self, settings: Mapping[str, Any]) -> None:
        self._settings = settings
        self._version = landlock.version()
        self._rules = [self._allowance(path) for path in settings["read"]]
        self._rules.append(self._allowance(os.devnull, write=True))

    def close_server(self, scratch: str) -> None:
        """Keep the server, and all below it, from files that it does not need."""
        if self._settings["server_read"] is not None:
            os.chmod(scratch, 0o711)  # noqa: PTH101  # other users pass through
            namespaces.open_up(self._settings["closed"], self._settings["shown"])
            rules = [self._allowance(path) for path in self._settings["server_read"]]
            rules += [
                self._allowance(path, write=True) for path in (scratch, os.devnull)
            ]
            capabilities.gain_nothing()
            landlock.restrict(self._version, rules)

    @property
    def most_bytes(self) -> int | None:
        """How much a test may write, where its box must see to that; else None."""
        most: int = self._settings["scratch_bytes"]
        return most if self._settings["server_read"] is not None else None

    def place(self, number: int) -> int:
        """Return the number of a launcher's folder."""
        disks: int = self._settings["disks"]
        return number % disks if disks else number

    def enter_box(self, folder: str, launcher: int, number: int) -> None:
        """
        Become the box of a submission; the working folder is then the box's own.

        Parameters
        ----------
        folder
            A new folder; its path is absolute.
        launcher, number
            Of the launcher and of the box, for a user that no other box has now.
        """
        self._change_user(folder, _share(launcher, number))
        die_with_parent()  # again: the change of user has undone it
        if self._settings["namespaces"]:
            prctl(_PR_SET_DUMPABLE, 1)  # or /proc/self would belong to root
            namespaces.leave(folder, self._settings["scratch_bytes"])
            namespaces.become_init()
            die_with_parent()
        os.chdir(folder)
        capabilities.drop()
        capabilities.gain_nothing()
        prctl(_PR_SET_DUMPABLE, 0)  # nobody of the same user looks into it

    def enter_test(self, wire: int) -> int:
        """
        Become the process of a test in the working folder.

        Returns
        -------
        int
            The wire's descriptor, the same for every test; nothing else is kept open.
        """
        scratch = self._allowance(".", write=True)
        landlock.restrict(self._version, [*self._rules, scratch])
        os.dup2(wire, _WIRE)
        os.closerange(_WIRE + 1, _DESCRIPTORS)
        self._limit()
        seccomp.install(self._settings["program"])
        return _WIRE

    def _allowance(self, path: str, *, write: bool = False) -> bytes:
        descriptor = os.open(path, os.O_PATH | os.O_CLOEXEC)
        return landlock.allowance(self._version, descriptor, write=write)

    def _change_user(self, folder: str, number: int) -> None:
        first = self._settings["users"]
        if first is None:
            return
        user = first + number
        os.chown(folder, user, user)
        os.setgroups([])
        os.setresgid(user, user, user)
        os.setresuid(user, user, user)

    def _limit(self) -> None:
        limits = {
            resource.RLIMIT_NOFILE: _FILES,
            resource.RLIMIT_MEMLOCK: 0,
            resource.RLIMIT_MSGQUEUE: 0,
        }
        if self._settings["users"] is not None or self._settings["namespaces"]:
            limits[resource.RLIMIT_NPROC] = _THREADS + _OTHER_PROCESSES
        for kind, most in limits.items():
            resource.setrlimit(kind, (most, most))


def _share(launcher: int, number: int) -> int:
    """Return the place of a box among the users for boxes."""
    return launcher % _LAUNCHERS * _BOXES + number % _BOXES
