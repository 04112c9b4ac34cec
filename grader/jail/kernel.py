"""System calls that Python has no function for."""

import ctypes
import os
import signal
from typing import Any, Final

__all__ = ["adopt", "call", "capset", "die_with_parent", "mount", "prctl", "unshare"]

_PR_SET_PDEATHSIG: Final = 1
_PR_SET_CHILD_SUBREAPER: Final = 36

_libc = ctypes.CDLL(None, use_errno=True)
_libc.syscall.restype = ctypes.c_long
_long: Final = ctypes.c_long


def call(number: int, *arguments: Any) -> int:
    """
    Make a system call by its number; integers are passed as C longs.

    Raises
    ------
    OSError
        The kernel refuses.
    """
    passed = [_long(each) if isinstance(each, int) else each for each in arguments]
    return _checked(_libc.syscall(_long(number), *passed))


def prctl(option: int, *arguments: Any) -> int:
    """Change something about this process; raises `OSError` if that is refused."""
    passed = [
        ctypes.c_ulong(each) if isinstance(each, int) else each
        for each in (*arguments, 0, 0, 0, 0)[:4]
    ]
    return _checked(_libc.prctl(option, *passed))


def adopt() -> None:
    """Become the parent of every descendant whose own parent ends."""
    prctl(_PR_SET_CHILD_SUBREAPER, 1)


def die_with_parent() -> None:
    """Be killed when the parent ends, however it does; undone by a change of user."""
    # Each fork calls this: no list is made, as `prctl` does.
    _checked(_libc.prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0))


def capset(header: bytes, masks: bytes) -> None:
    """Set the capabilities of this process; raises `OSError` if that is refused."""
    _checked(_libc.capset(ctypes.c_char_p(header), ctypes.c_char_p(masks)))


def unshare(flags: int) -> None:
    """Leave namespaces for new ones; raises `OSError` if that is refused."""
    _checked(_libc.unshare(flags))


def mount(
    source: str | None, target: str, flags: int, *, options: str | None = None
) -> None:
    """
    Mount something: a kind of file system that needs no device, or another folder.

    Raises
    ------
    OSError
        The kernel refuses.
    """
    what = None if source is None else os.fsencode(source)
    data = None if options is None else options.encode("ascii")
    place = os.fsencode(target)
    _checked(_libc.mount(what, place, what, ctypes.c_ulong(flags), data))


def _checked(result: int) -> int:
    if result < 0:
        code = ctypes.get_errno()
        raise OSError(code, os.strerror(code))
    return result
