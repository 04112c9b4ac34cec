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
    "TUPLE_KEY_PARTS",
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
# Tuples can be made to collide as well where their integers leave more choice than a
# hash has values: all parts of a key share these bits evenly. Empty text hashes to 0,
# so that where the integers stand in a long tuple would be a choice too.
TUPLE_KEY_BITS: Final = 64
TUPLE_KEY_PARTS: Final = 8
