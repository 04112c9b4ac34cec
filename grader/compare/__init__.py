"""Compares a student's value with the right one and says where it differs.

Only exact builtin types and plain ndarrays get here: what a student's own class would
answer for itself never decides.
"""

from grader.compare.differences import (
    Difference,
    difference,
    sequence_of,
    wrong_type,
)
from grader.compare.show import show, show_call

__all__ = [
    "Difference",
    "difference",
    "sequence_of",
    "show",
    "show_call",
    "wrong_type",
]
