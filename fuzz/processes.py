"""Hunts in processes of their own, and tells which frame ended or hung one.

Address space is limited in each: an allocation of what a frame only claims fails there,
whatever asked for it, and for every frame. What one frame takes of that room is told
apart by tracing a sample of the frames (`fuzz.rules`), which would be too slow for all.
"""

import multiprocessing
import resource
import signal
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, Final

from fuzz.frames import make
from fuzz.hunt import Count, Failure, hunt
from fuzz.reading import read
from fuzz.rules import Reader

__all__ = ["Plan", "run"]

_ROOM_BYTES: Final = 256 << 20  # address space above what a process has at its start
_HUNG_SECONDS: Final = 20.0
_START_SECONDS: Final = 60.0
_TICK_SECONDS: Final = 0.2
_SPAWN: Final = multiprocessing.get_context("spawn")


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Which frames are tried, and how."""

    seed: int
    numbers: range
    processes: int = 1
    seconds: float = float("inf")
    hung_seconds: float = _HUNG_SECONDS
    reader: Reader = read


def run(plan: Plan, note: Callable[[Sequence[int]], None]) -> Count:
    """
    Try all frames of a plan and return what came of them.

    ``note`` is told now and then how many frames each process has begun.
    """
    at = _SPAWN.Array("q", [-1] * plan.processes, lock=False)
    hunters = [_Hunter(plan, index, at) for index in range(plan.processes)]
    whole = Count()
    try:
        while not all(hunter.over for hunter in hunters):
            time.sleep(_TICK_SECONDS)
            for hunter in hunters:
                hunter.look(whole)
            note([hunter.begun for hunter in hunters])
    finally:
        for hunter in hunters:
            hunter.end()
    return whole


class _Hunter:
    """One process, seen from outside."""

    def __init__(self, plan: Plan, index: int, at: Any) -> None:
        self.over = False
        self._plan, self._index, self._at = plan, index, at
        self._last, self._moved = -1, time.monotonic()
        self._receiver, sender = _SPAWN.Pipe(duplex=False)
        self._process = _SPAWN.Process(
            target=_work, args=(plan, index, at, sender), daemon=True
        )
        self._process.start()
        sender.close()

    @property
    def begun(self) -> int:
        """How many frames the process has begun."""
        return int(self._at[self._index]) + 1

    def look(self, whole: Count) -> None:
        """Take the process's count if it has ended, or end it if it hangs."""
        if self.over:
            return
        if self.begun != self._last:
            self._last, self._moved = self.begun, time.monotonic()
        if self._receiver.poll():
            self._take(whole)
            return
        most = self._plan.hung_seconds if self.begun else _START_SECONDS
        if time.monotonic() - self._moved > most:
            self._fail(whole, f"it took more than {most:g} s")

    def end(self) -> None:
        """End the process, whatever it does."""
        self._process.kill()
        self._process.join()
        self._receiver.close()

    def _take(self, whole: Count) -> None:
        try:
            whole.add(self._receiver.recv())
            self.over = True
        except EOFError:
            self._process.join()
            self._fail(whole, f"it ended its process ({self._process.exitcode})")

    def _fail(self, whole: Count, reason: str) -> None:
        self.over = True
        self._process.kill()
        if not self.begun:
            raise RuntimeError(f"a process did not begin: {reason}")
        number = _numbers(self._plan, self._index)[self.begun - 1]
        frame = make(self._plan.seed, number)
        lost = Count(frames=self.begun, failures=[Failure(frame=frame, reason=reason)])
        whole.add(lost)


def _numbers(plan: Plan, index: int) -> range:
    return plan.numbers[index :: plan.processes]


def _work(plan: Plan, index: int, at: Any, sender: Connection) -> None:
    """Hunt, in the process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # who started it ends it
    numbers = _numbers(plan, index)

    def note(number: int) -> None:
        at[index] = numbers.index(number)

    hunt(plan.seed, range(100), lambda _: [])  # what is made once is no frame's
    _limit_memory()
    until = time.monotonic() + plan.seconds
    count = hunt(plan.seed, numbers, plan.reader, until=until, note=note)
    count.process_bytes = _peak_bytes()
    sender.send(count)


def _limit_memory() -> None:
    if sys.platform != "linux":  # elsewhere the limit is not kept, or not there
        return
    pages = int(Path("/proc/self/statm").read_text().split()[0])
    most = pages * resource.getpagesize() + _ROOM_BYTES
    resource.setrlimit(resource.RLIMIT_AS, (most, most))


def _peak_bytes() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak if sys.platform == "darwin" else 1024 * peak
