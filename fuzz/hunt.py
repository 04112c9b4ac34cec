"""Tries frame after frame and keeps count."""

import gc
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from typing import Final

from fuzz.frames import Frame, make
from fuzz.rules import Reader, check, quiet

__all__ = ["Count", "Failure", "hunt", "report"]

_MEMORY_EVERY: Final = 50  # tracing doubles the time, so a sample must do
_COLLECT_EVERY: Final = 5000
_FAILURES: Final = 5  # enough to see what is wrong


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """A frame that broke a rule."""

    frame: Frame
    reason: str


@dataclass(slots=True, kw_only=True)
class Count:
    """What came of many frames."""

    frames: int = 0
    whole: int = 0
    slowest_seconds: float = 0.0
    slowest_number: int | None = None
    memory_bytes: int = 0  # the most that one frame of the sample took
    process_bytes: int = 0  # the most that a whole process took
    failures: list[Failure] = field(default_factory=list)

    def add(self, other: "Count") -> None:
        """Take another process's count to this."""
        self.frames += other.frames
        self.whole += other.whole
        if other.slowest_seconds > self.slowest_seconds:
            self.slowest_seconds = other.slowest_seconds
            self.slowest_number = other.slowest_number
        self.memory_bytes = max(self.memory_bytes, other.memory_bytes)
        self.process_bytes = max(self.process_bytes, other.process_bytes)
        self.failures += other.failures


def hunt(
    seed: int,
    numbers: Iterable[int],
    reader: Reader,
    *,
    until: float = float("inf"),
    note: Callable[[int], None] = lambda _: None,
) -> Count:
    """
    Try the frames of these numbers.

    Parameters
    ----------
    seed, numbers
        Which frames.
    reader
        What is tried.
    until
        When to end, by `time.monotonic`.
    note
        Is told the number of each frame before it is made.
    """
    count = Count()
    with quiet():
        for number in numbers:
            if time.monotonic() > until or len(count.failures) >= _FAILURES:
                break
            note(number)
            _try(count, make(seed, number), reader)
            if count.frames % _COLLECT_EVERY == 0:
                gc.collect()
    return count


def report(failure: Failure) -> str:
    """Return all that is needed to see a failure again."""
    frame = failure.frame
    again = f"python -m fuzz.run --seed {frame.seed} --only {frame.number}"
    return "\n".join(
        (
            f"frame {frame.number} of seed {frame.seed}: {failure.reason}",
            f"  made of: {frame.origin}",
            f"  hex: {' '.join(piece.hex() for piece in frame.pieces)}",
            f"  again: {again}",
        )
    )


def _try(count: Count, frame: Frame, reader: Reader) -> None:
    trial = check(frame, reader, memory=count.frames % _MEMORY_EVERY == 0)
    count.frames += 1
    count.whole += trial.whole
    if trial.seconds > count.slowest_seconds:
        count.slowest_seconds, count.slowest_number = trial.seconds, frame.number
    count.memory_bytes = max(count.memory_bytes, trial.memory_bytes or 0)
    if trial.broken is not None:
        count.failures.append(Failure(frame=frame, reason=trial.broken))
