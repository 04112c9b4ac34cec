"""Frames: a length, then a msgpack array ``[kind, number, ...]``."""

from enum import IntEnum
from struct import Struct
from typing import Any, Final

import msgpack

__all__ = ["LENGTH", "READY_WORD", "Kind", "frame", "open_frame"]

LENGTH: Final = Struct(">I")
# What a launcher and a box say first of all; no frame, for nobody has spoken yet.
READY_WORD: Final = b"ready"


class Kind(IntEnum):
    """What a frame says; the comment gives what follows ``[kind, number``."""

    # To the student's process
    LOAD = 1  # settings of the test, source text
    GO = 8  # nothing: execute the source; answered by READY or FAULT
    CALL = 2  # operation, body, layouts, blocks: answered by VALUE or RAISED
    # Both ways
    VALUE = 3  # the value; from the student also which arguments changed
    RAISED = 4  # what is known of the exception
    # From the student's process
    HERE = 9  # nothing: it is set up, and nothing of the student's has run yet
    READY = 5  # names of the wanted functions that are defined
    FAULT = 6  # kind of fault, message, line
    CALL_BACK = 7  # number of the function, [args, kwargs]: answered by VALUE or RAISED


def frame(kind: Kind, number: int, *rest: object) -> bytes:
    """Pack a frame whose parts are plain msgpack or already packed."""
    body: bytes = msgpack.packb([kind, number, *rest], unicode_errors="surrogatepass")
    return LENGTH.pack(len(body)) + body


def open_frame(body: bytes) -> list[Any]:
    """Unpack a frame that the trusted side made; the student's go through `decode`."""
    parts: list[Any] = msgpack.unpackb(
        body, strict_map_key=False, unicode_errors="surrogatepass"
    )
    return parts
