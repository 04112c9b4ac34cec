"""How a student's process says with its exit code that its wire is broken."""

from typing import Final

__all__ = ["BROKEN_WIRE"]

BROKEN_WIRE: Final = 76  # EX_PROTOCOL of sysexits.h
