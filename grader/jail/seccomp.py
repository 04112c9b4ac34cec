"""Has the kernel refuse system calls, by a program that the trusted side has made."""

import ctypes
from typing import Final

from grader.jail.kernel import prctl

__all__ = ["install"]

_PR_SET_SECCOMP: Final = 22
_MODE_FILTER: Final = 2
_INSTRUCTION: Final = 8  # bytes


class _Program(ctypes.Structure):
    """The kernel's ``struct sock_fprog``."""

    _fields_ = [("length", ctypes.c_ushort), ("filter", ctypes.c_char_p)]


def install(program: bytes) -> None:
    """
    Put this process under a filter, for good; it has one thread only.

    Parameters
    ----------
    program
        Instructions of classic BPF, 8 bytes each.

    Raises
    ------
    OSError
        The kernel refuses the program, or this process may still gain privileges.
    """
    described = _Program(len(program) // _INSTRUCTION, program)
    prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.byref(described))
