"""The msgpack extension codes and the closed lists of dtypes and types."""

from enum import IntEnum
from typing import Any, Final

import numpy as np

__all__ = ["DTYPES", "DTYPE_CODES", "TYPES", "TYPE_CODES", "Code", "dtype_code"]


class Code(IntEnum):
    """What an extension holds; the comment gives its payload."""

    TUPLE = 1  # a msgpack array
    INTEGER = 2  # little-endian two's complement, for more than 64 bits
    COMPLEX = 3  # two doubles
    SCALAR = 4  # dtype code, bytes
    ARRAY = 5  # dtype code, dimensions, shape, bytes: C order
    HANDLE = 6  # [number, type name]: an object that stays in the student's process
    # Towards the student only:
    LAYOUT = 7  # index of an array in the message's table of layouts
    FUNCTION = 8  # [number, name]: a function of the test, called back over the wire
    REFERENCE = 9  # [root, attribute, ...]: student.f, student.support.g
    GENERATOR = 10  # [bit generator, state]: numpy.random.Generator
    SLICE = 11  # [start, stop, step]
    ELLIPSIS = 12  # nothing
    TYPE = 13  # index in TYPES
    DTYPE = 14  # dtype string


DTYPES: Final[tuple[np.dtype[Any], ...]] = tuple(
    np.dtype(name)
    for name in (
        *("?", "i1", "u1", "<i2", "<u2", "<i4", "<u4", "<i8", "<u8"),
        *("<f2", "<f4", "<f8", "<c8", "<c16"),
    )
)
DTYPE_CODES: Final = {dtype: code for code, dtype in enumerate(DTYPES)}

# Types that a test may pass, such as dtype=np.float32.
TYPES: Final[tuple[type, ...]] = (
    bool,
    int,
    float,
    complex,
    *(dtype.type for dtype in DTYPES),
)
TYPE_CODES: Final = {known: code for code, known in enumerate(TYPES)}


def dtype_code(dtype: np.dtype[Any]) -> int | None:
    """Return the code of a dtype whatever its byte order, None if it may not cross."""
    code = DTYPE_CODES.get(dtype)
    if code is None and dtype.names is None and dtype.kind in "biufc":
        code = DTYPE_CODES.get(dtype.newbyteorder("<"))
    return code
