"""Frames: a length, then kind, number and parts."""

import msgpack
import pytest

from grader.wire.frames import LENGTH, Kind, frame, open_frame


def test_a_frame_is_a_length_and_its_parts() -> None:
    """The length counts what follows it, and the parts come out as they went in."""
    data = frame(
        Kind.CALL, 7, "call", b"packed", [[0, 8, "<f8", [1], [8], True]], [b""]
    )
    (length,) = LENGTH.unpack(data[:4])
    assert length == len(data) - 4
    parts = open_frame(data[4:])
    assert parts == [2, 7, "call", b"packed", [[0, 8, "<f8", [1], [8], True]], [b""]]


def test_the_first_bytes() -> None:
    """The format is fixed to the byte: big-endian length, then a msgpack array."""
    assert frame(Kind.LOAD, 0) == b"\0\0\0\3" + b"\x92\x01\x00"


def test_source_text_with_surrogates() -> None:
    """A source that holds undecodable bytes still reaches the student's process."""
    data = frame(Kind.LOAD, 0, {"seed": 1}, "x = '\udcff'")
    assert open_frame(data[4:]) == [1, 0, {"seed": 1}, "x = '\udcff'"]


def test_parts_that_do_not_pack() -> None:
    """What is no plain msgpack is a fault of ours and raises."""
    with pytest.raises(TypeError):
        frame(Kind.LOAD, 0, {1, 2})
    with pytest.raises((ValueError, msgpack.UnpackException)):
        open_frame(b"\x92")
