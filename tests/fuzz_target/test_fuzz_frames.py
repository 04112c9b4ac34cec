"""The frames that the fuzzer makes."""

from collections import Counter
from random import Random

import pytest

from fuzz.frames import REQUEST, make, sound
from fuzz.reading import read
from fuzz.tokens import tokens
from grader.sandbox import Stopped
from grader.wire.errors import WireError
from grader.wire.frames import Kind
from grader.wire.values import decode

NUMBERS = range(1500)


def test_a_frame_is_made_of_its_seed_and_number_alone() -> None:
    """The same seed gives the same frames, in any order; another gives others."""
    frames = [make(5, number) for number in NUMBERS]
    assert [make(5, number) for number in reversed(NUMBERS)] == frames[::-1]
    other = [make(6, number).stream for number in NUMBERS]
    same = sum(frame.stream == stream for frame, stream in zip(frames, other))  # noqa: B905
    assert same < 10  # of the shortest


def test_half_of_the_frames_start_from_a_sound_value() -> None:
    """About as many are made of sound values as of lies; none is very long."""
    starts = Counter(make(1, number).origin.split(", ")[0] for number in NUMBERS)
    assert set(starts) == {"sound", "lies"}
    assert abs(starts["sound"] - starts["lies"]) < 150
    assert max(len(make(1, number).stream) for number in NUMBERS) <= 16 << 10


def test_every_change_is_made() -> None:
    """All that the mutator can do is done within some hundred frames."""
    steps = Counter(
        step for number in NUMBERS for step in make(1, number).origin.split(", ")
    )
    assert sorted(steps) == [
        *("all ones", "appended", "bits flipped", "bytes set", "copied", "deleted"),
        *("inserted", "length of the frame", "lie planted", "lies", "new code"),
        *("new head", "new length", "noise", "repeated", "sound", "spliced"),
        *("stream cut", "truncated", "two frames", "wrapped"),
    ]


def test_sound_frames_are_of_every_kind_and_read() -> None:
    """What the mutator starts from is well-formed, and is of all five kinds."""
    kinds = Counter()
    for seed in range(500):
        kind, number, *_ = decode(sound(Random(seed)), {6: lambda _: "a handle"})
        kinds[Kind(kind)] += 1
        assert number == REQUEST
    assert sorted(kind.name for kind in kinds) == [
        *("CALL_BACK", "FAULT", "RAISED", "READY", "VALUE")
    ]


REASONS = {
    *("truncated", "bytes after the value", "an unknown byte", "an unknown dtype"),
    *("an array of another size", "an array without its shape"),
    *("an array dimension is too large", "a scalar of another size"),
    *("a complex number of another size", "an integer of 0 bytes"),
    *("an integer of 513 bytes", "nested deeper than 32", "more than 200000 items"),
    *("a dict of more than 10000 entries", "a handle without its parts"),
    *("a tuple that is no list of items", "unknown extension 255"),
    *("unexpected extension 7", "unexpected extension 14"),
    *("text of more than 1048576 bytes", "a dict key of more than 8 parts"),
    *("a dict key with an integer of more than 60 bits",),
    *("a dict key with an integer of more than 32 bits",),
    *("a dict key with an integer of more than 21 bits",),
    *("an object's number and type take too much room", "an answer of another kind"),
    *("a frame that nobody asked for", "a frame without kind and number"),
    *("more changed arguments than there are", "a value without its parts"),
    *("a changed argument that was not passed", "an exception without its class"),
    *("an exception without its parts", "an exception without its names"),
    *("a call back without its parts", "a call back of no function"),
    *("a frame of 4294967295 bytes",),
}


def test_the_frames_reach_the_whole_decoder() -> None:
    """Every reason for which a frame is refused is met, and many frames are read."""
    reasons: set[str] = set()
    whole = 0
    for number in range(12_000):
        try:
            read(make(1, number))
            whole += 1
        except WireError as error:
            reasons.add(str(error))
        except Stopped as stopped:
            reasons.add(stopped.message)
    assert REASONS - reasons == set()
    assert whole > 1000


@pytest.mark.parametrize(
    ("body", "spans"),
    [
        (b"\x92\x01\xa2ab", [(0, 5), (1, 2), (2, 5)]),
        (b"\x81\xa1k\xcb" + bytes(8), [(0, 12), (1, 3), (3, 12)]),
        (b"\xd5\x01\x91\xc0", [(0, 4), (2, 4), (3, 4)]),  # a tuple is looked into
        (b"\x92\xc7\x03\x02abc\xc3", [(0, 8), (1, 7), (7, 8)]),  # an integer is not
        (b"\x92\x01", [(0, 2), (1, 2)]),  # less than it says
        (b"", []),
    ],
    ids=["list", "dict", "tuple", "integer", "cut", "empty"],
)
def test_values_are_found_in_a_body(body: bytes, spans: list[tuple[int, int]]) -> None:
    """A mutation knows where each value begins and ends."""
    assert [(start, end) for start, end, _ in tokens(body)] == spans
    assert all(first == body[start] for start, _, first in tokens(body))
