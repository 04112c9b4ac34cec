"""The largest things that a student's process may send; sizes are bytes."""

from typing import Final

__all__ = [
    "ARRAY_BYTES",
    "DEPTH",
    "DICT_ENTRIES",
    "DIMENSIONS",
    "FRAME_BYTES",
    "HANDLE_BYTES",
    "INT_BYTES",
    "ITEMS",
    "KEY_BITS",
    "TEXT_BYTES",
    "TUPLE_KEY_BITS",
]

FRAME_BYTES: Final = 32 << 20
DEPTH: Final = 32
ITEMS: Final = 200_000
ARRAY_BYTES: Final = 16 << 20
INT_BYTES: Final = 512
TEXT_BYTES: Final = 1 << 20
DICT_ENTRIES: Final = 10_000
DIMENSIONS: Final = 32
HANDLE_BYTES: Final = 512
# Python hashes integers modulo 2**61 - 1: larger keys could be made to collide.
KEY_BITS: Final = 60
# Tuples of two freely chosen 60-bit integers can be made to collide as well.
TUPLE_KEY_BITS: Final = 32
