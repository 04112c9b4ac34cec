"""Which files a process may reach, by Landlock (Linux 5.13 and later).

The kernel keeps a rule per folder; what no rule allows is refused from then on, for
this process and its children. Three system calls, the same numbers on every machine.
Not covered by any version: stat, chmod and their kind, which `seccomp` refuses.
"""

import ctypes
import os
import struct
from collections.abc import Iterable
from typing import Final

from grader.jail.kernel import call

__all__ = ["SIGNALS", "allowance", "restrict", "version"]

SIGNALS: Final = 6  # the version that keeps signals inside

_CREATE_RULESET: Final = 444
_ADD_RULE: Final = 445
_RESTRICT_SELF: Final = 446
_VERSION_FLAG: Final = 1
_PATH_BENEATH: Final = 1

_EXECUTE: Final = 1 << 0
_WRITE_FILE: Final = 1 << 1
_READ_FILE: Final = 1 << 2
_READ_DIR: Final = 1 << 3
_TRUNCATE: Final = 1 << 14
_IOCTL_DEV: Final = 1 << 15
_OF_FILES: Final = _EXECUTE | _WRITE_FILE | _READ_FILE | _TRUNCATE | _IOCTL_DEV
# A library is mapped executable, for which reading is enough: nothing is executed.
_READ: Final = _READ_FILE | _READ_DIR
_TYPE: Final = 0o170000  # of a file, in its mode
_FOLDER: Final = 0o040000
_ALL_NETWORK: Final = 0b11  # bind and connect
_ALL_SCOPES: Final = 0b11  # abstract sockets and signals

# How many kinds of access to files each version knows: the lowest bits of the mask.
_KINDS: Final = {1: 13, 2: 14, 3: 15, 4: 15, 5: 16}
_NETWORK: Final = 4
_RULESET_SIZES: Final = {1: 8, _NETWORK: 16, SIGNALS: 24}


def version() -> int:
    """Return the kernel's version of Landlock, 0 if it has none."""
    try:
        return call(_CREATE_RULESET, 0, 0, _VERSION_FLAG)
    except OSError:
        return 0


def allowance(known: int, descriptor: int, *, write: bool = False) -> bytes:
    """
    Return a rule: a folder and all below it, or a file, may be read, or changed too.

    Parameters
    ----------
    known
        What `version` said.
    descriptor
        An open descriptor of it (O_PATH is enough), kept open while the rule is used.
    write
        Whether it may be changed.
    """
    access = _everything(known) & ~_EXECUTE if write else _READ
    if os.fstat(descriptor).st_mode & _TYPE != _FOLDER:
        access &= _OF_FILES
    return struct.pack("<Qi", access, descriptor)


def restrict(known: int, rules: Iterable[bytes]) -> None:
    """
    Refuse all files from now on, but for what rules allow.

    Parameters
    ----------
    known
        What `version` said.
    rules
        What `allowance` made.

    Raises
    ------
    OSError
        The kernel has no Landlock, or refuses.
    """
    size = max(size for since, size in _RULESET_SIZES.items() if since <= known)
    everything = _everything(known), _ALL_NETWORK, _ALL_SCOPES
    attributes = struct.pack("<QQQ", *everything)[:size]
    ruleset = call(_CREATE_RULESET, ctypes.c_char_p(attributes), size, 0)
    try:
        for rule in rules:
            call(_ADD_RULE, ruleset, _PATH_BENEATH, ctypes.c_char_p(rule), 0)
        call(_RESTRICT_SELF, ruleset, 0)
    finally:
        os.close(ruleset)


def _everything(known: int) -> int:
    return (1 << _KINDS.get(known, _KINDS[5])) - 1
