"""Gives up what root may do and others may not."""

import struct
from contextlib import suppress
from typing import Final

from grader.jail.kernel import capset, prctl

__all__ = ["drop", "gain_nothing"]

_PR_CAPBSET_DROP: Final = 24
_PR_SET_NO_NEW_PRIVS: Final = 38
_PR_CAP_AMBIENT: Final = 47
_PR_CAP_AMBIENT_CLEAR_ALL: Final = 4
_VERSION_3: Final = 0x20080522
_MOST: Final = 64


def drop() -> None:
    """
    Give up every capability, also those over a user namespace that this process made.

    Raises
    ------
    OSError
        Some are left.
    """
    with suppress(OSError):  # kernels before 4.3 have none
        prctl(_PR_CAP_AMBIENT, _PR_CAP_AMBIENT_CLEAR_ALL)
    with suppress(OSError):  # there are no more, or it may not: then it has none
        for capability in range(_MOST):
            prctl(_PR_CAPBSET_DROP, capability)
    capset(struct.pack("<Ii", _VERSION_3, 0), bytes(24))


def gain_nothing() -> None:
    """Let no program that is executed later have more rights than this process."""
    prctl(_PR_SET_NO_NEW_PRIVS, 1)
