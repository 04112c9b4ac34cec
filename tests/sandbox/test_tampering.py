"""What is sent over the wire against the rules costs the test, and nothing else."""

import sys

import pytest

from grader.model import Outcome
from grader.remote import LoadFailed
from grader.sandbox import Stopped

# What is in a whole frame is read in the same way whoever launched the process.
ONE_LAUNCHER = pytest.mark.parametrize(
    "kind", ["none" if sys.platform == "linux" else "plain"], indirect=True
)

# Finds the descriptor of the wire: the one socket that the process has.
WIRE = """
import os, socket, stat, struct, time
def is_wire(descriptor):
    try:
        return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except OSError:
        return False
wire = next(filter(is_wire, range(3, 100)))
def say(body): os.write(wire, struct.pack('>I', len(body)) + body)
"""

BROKEN_STREAMS = {
    "closed": "os.close(wire); time.sleep(60)",
    "shut": "socket.socket(fileno=wire).shutdown(socket.SHUT_WR); time.sleep(60)",
    "closed, then answered": "os.close(wire)",
    "all closed": "os.closerange(0, 100)",
    "no frame": "os.write(wire, b'PASSED  12 of 12')",
    "endless": "os.write(wire, struct.pack('>I', 2**32 - 1)); time.sleep(60)",
    "too long": "os.write(wire, struct.pack('>I', (32 << 20) + 1)); time.sleep(60)",
}

# [VALUE, 1, 7, []] would be an honest answer to the first call.
FORGED_FRAMES = {
    "not packed": "say(b'\\xc1\\xc1')",
    "empty": "say(b'')",
    "a number": "say(b'\\x01')",
    "too short": "say(b'\\x91\\x03')",
    "another number": "say(b'\\x94\\x03\\x00\\x07\\x90')",
    "an array as number": "say(b'\\x94\\x03\\xc7\\x0c\\5\\1\\1\\2' + bytes(9))",
    "a handle as number": "say(b'\\x94\\x03\\xd6\\x06\\x92\\x00\\xa1x\\x07\\x90')",
    "another kind": "say(b'\\x94\\x05\\x01\\x07\\x90')",
    "a handle as kind": "say(b'\\x94\\xd6\\x06\\x92\\x00\\xa1x\\x01\\x07\\x90')",
    "a float as kind": "say(b'\\x94\\xcb\\x40\\x08' + bytes(6) + b'\\x01\\x07\\x90')",
    "no parts": "say(b'\\x92\\x03\\x01')",
    "no list of changes": "say(b'\\x94\\x03\\x01\\x07\\x07')",
    "unknown change": "say(b'\\x94\\x03\\x01\\x07\\x91\\x63')",
    "unknown named change": "say(b'\\x94\\x03\\x01\\x07\\x91\\xa1z')",
    "change by a handle": "say(b'\\x94\\x03\\x01\\x07\\x91\\xd6\\x06\\x92\\x00\\xa1x')",
    "an error without parts": "say(b'\\x93\\x04\\x01\\x80')",
    "a handle as error": "say(b'\\x93\\x04\\x01\\xd6\\x06\\x92\\x00\\xa1x')",
    "no function": "say(b'\\x95\\x07\\x01\\x63\\x90\\x80')",
}


@pytest.mark.parametrize("how", BROKEN_STREAMS)
def test_a_broken_stream_ends_the_test(enter, how):
    """Whoever meddles with the wire has the test stopped, whatever comes after."""
    student = enter(f"{WIRE}\ndef f(x): {BROKEN_STREAMS[how]}", wall_seconds=3)
    with pytest.raises(Stopped) as caught:
        student.f(0)
    assert caught.value.outcome == Outcome.PROTOCOL


@ONE_LAUNCHER
@pytest.mark.parametrize("how", FORGED_FRAMES)
def test_a_forged_frame_ends_the_test(enter, how):
    """Whoever sends frames by hand has the test stopped, whatever comes after."""
    student = enter(f"{WIRE}\ndef f(x): {FORGED_FRAMES[how]}", wall_seconds=3)
    with pytest.raises(Stopped) as caught:
        student.f(0)
    assert caught.value.outcome == Outcome.PROTOCOL


@ONE_LAUNCHER
def test_an_honest_frame_sent_by_hand_is_taken(enter):
    """The frames above are refused for what is wrong in them: this one is not."""
    student = enter(
        f"{WIRE}\ndef f(x): say(b'\\x94\\x03\\x01\\x07\\x90'); time.sleep(60)"
    )
    assert student.f(0) == 7


@ONE_LAUNCHER
@pytest.mark.parametrize(
    "parts",
    [
        {"bases": []},
        {"bases": "ValueError"},
        {"bases": [7]},
        {"message": ["m"]},
        {"message": None},
        {"bases": None},
    ],
)
def test_an_exception_in_odd_parts_ends_the_test(enter, parts):
    """What is said of an exception is read only if it has the right types."""
    said = {"bases": ["E"], "message": "m", "line": 1, "token": None, **parts}
    student = enter(
        f"{WIRE}\nimport msgpack\n"
        f"def f(x): say(msgpack.packb([4, 1, {said}])); time.sleep(60)"
    )
    with pytest.raises(Stopped) as caught:
        student.f(0)
    assert caught.value.outcome == Outcome.PROTOCOL


def test_a_frame_sent_ahead_is_not_taken(enter):
    """A second answer waits in vain for its question."""
    student = enter(
        f"{WIRE}\n"
        "def f(x):\n"
        " frame = lambda n: struct.pack('>I', 5) + bytes([0x94, 3, n, 1, 0x90])\n"
        " os.write(wire, frame(1) + frame(2))\n"
        " time.sleep(60)\n"
    )
    assert student.f(0) == 1
    with pytest.raises(Stopped, match="a frame that nobody asked for") as caught:
        student.f(1)
    assert caught.value.outcome == Outcome.PROTOCOL


FORGED_AT_IMPORT = {
    "a value": b"\x94\x03\x00\x07\x90",
    "another number": b"\x93\x05\x01\x90",
    "a short fault": b"\x93\x06\x00\x01",
    "a fault of numbers": b"\x95\x06\x00\x01\x01\xc0",
    # A student cannot have a submission set aside as a failure of ours.
    "our own failure": b"\x95\x06\x00\xa8internal\xa1x\xc0",
    "no file": b"\x95\x06\x00\xa7missing\xa1x\xc0",
}


@ONE_LAUNCHER
@pytest.mark.parametrize("how", FORGED_AT_IMPORT)
def test_a_frame_forged_at_import_is_a_fault(enter, how):
    """A frame forged at import does not pass for a module that was loaded."""
    with pytest.raises(LoadFailed) as caught:
        enter(f"{WIRE}\nsay({FORGED_AT_IMPORT[how]!r}); time.sleep(60)", wall_seconds=3)
    fault = caught.value.fault
    assert fault.kind == "crashed"
    assert fault.message in (
        "it tampered with its import",
        "while the file was imported, a frame that nobody asked for",
    )
