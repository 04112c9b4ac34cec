"""Frames of every kind, each made from a seed and its number alone."""

from dataclasses import dataclass
from random import Random
from typing import Any, Final

from fuzz import lies, mutate, values
from grader.wire.frames import LENGTH, Kind
from grader.wire.values import encode

__all__ = ["FUNCTIONS", "PLACES", "REQUEST", "Frame", "make", "sound"]

REQUEST: Final = 7  # the request that all frames are about
FUNCTIONS: Final = 3  # how many functions the test has passed
PLACES: Final[frozenset[int | str]] = frozenset(
    {0, 1, 2, "x", "h"}
)  # of the call's arguments
_KINDS: Final = (Kind.VALUE, Kind.RAISED, Kind.READY, Kind.FAULT, Kind.CALL_BACK)
_FAULTS: Final = ("syntax", "import", "memory", "missing_function", "crashed", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Frame:
    """What arrives on the stream: one frame, or what was made of one or two."""

    seed: int
    number: int
    origin: str  # how it was made
    pieces: tuple[bytes, ...]

    @property
    def stream(self) -> bytes:
        """All that arrives."""
        return b"".join(self.pieces)


def make(seed: int, number: int) -> Frame:
    """Make the frame of this seed and number."""
    random = Random(f"{seed}:{number}")
    body, steps = sound(random), ["sound"]
    if random.random() < 0.5:
        body, steps = _of_lies(random), ["lies"]
    for _ in range(random.choice((0, 1, 1, 1, 1, 2, 3))):
        name, change = random.choice(mutate.CHANGES)
        body = change(random, body, sound)
        steps.append(name)
    stream = LENGTH.pack(len(body)) + body
    if random.random() < 0.1:
        name, change = random.choice(mutate.STREAM_CHANGES)
        stream = change(random, stream, sound)
        steps.append(name)
    pieces = mutate.cut(random, stream)
    return Frame(seed=seed, number=number, origin=", ".join(steps), pieces=pieces)


def sound(random: Random) -> bytes:
    """Return the body of a frame as an honest worker packs it."""
    kind = random.choice(_KINDS)
    rest = _PARTS[kind](random)
    return encode([int(kind), REQUEST, *rest], lambda _: _handle(random))


def _of_lies(random: Random) -> bytes:
    """Return a body with the right head and with lies in its parts."""
    kind = random.choice(_KINDS)
    counts = {Kind.VALUE: 2, Kind.RAISED: 1, Kind.FAULT: 3, Kind.CALL_BACK: 3}
    count = counts.get(kind, 1)
    parts = b"".join(lies.packed(random) for _ in range(count))
    return bytes([0x92 + count, kind, REQUEST]) + parts


def _handle(random: Random) -> tuple[int, str]:
    return random.getrandbits(20), values.text(random)[:30]


def _value(random: Random) -> list[Any]:
    changed = random.sample(sorted(PLACES, key=str), random.choice((0, 0, 1, 3)))
    return [values.value(random), changed]


def _raised(random: Random) -> list[Any]:
    said = {
        "bases": [values.text(random) for _ in range(random.randrange(1, 11))],
        "message": values.text(random),
        "line": random.choice((None, 0, 3, -1, 10**30)),
        "token": random.choice((None, None, 0, 2**40)),
    }
    return [said]


def _ready(random: Random) -> list[Any]:
    return [[values.text(random) for _ in range(random.randrange(4))]]


def _fault(random: Random) -> list[Any]:
    line = random.choice((None, 0, 3, -1))
    return [random.choice(_FAULTS), values.text(random), line]


def _call_back(random: Random) -> list[Any]:
    arguments = [values.value(random) for _ in range(random.randrange(3))]
    keywords = {values.text(random): values.value(random) for _ in range(2)}
    return [random.randrange(-1, FUNCTIONS + 1), arguments, keywords]


_PARTS: Final = {
    Kind.VALUE: _value,
    Kind.RAISED: _raised,
    Kind.READY: _ready,
    Kind.FAULT: _fault,
    Kind.CALL_BACK: _call_back,
}
