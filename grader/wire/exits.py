"""What is said of the end of a student's process, by itself and by its box."""

from enum import IntEnum
from typing import Final

__all__ = ["BROKEN_WIRE", "Killed"]

BROKEN_WIRE: Final = 76  # EX_PROTOCOL of sysexits.h


class Killed(IntEnum):
    """What a process was when its box killed it."""

    DEAD = 0  # it had ended by itself
    LIVING = 1
    GREEDY = 2  # it was killed because it had written too much
