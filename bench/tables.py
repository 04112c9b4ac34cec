"""The tables that the bench prints, from what it measured."""

import os
import platform
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

import numpy as np

from bench.measure import Memory
from bench.students import StudentFile
from bench.variants import YARDSTICKS, Graded
from grader.sandbox import LEVELS

__all__ = ["Growth", "Sample", "disagreements", "growth", "heading", "speed"]

_MIB = 2**20
_IN_BUBBLEWRAP = ("full", "flat")


@dataclass(frozen=True, slots=True)
class Sample:
    """One variant in one round."""

    variant: str
    jobs: int
    round: int
    graded: Graded

    @property
    def wall_ms(self) -> float:
        """Wall milliseconds per hand-in."""
        return 1e3 * self.graded.usage.wall_seconds / len(self.graded.passed)

    @property
    def cpu_ms(self) -> float:
        """Processor milliseconds per hand-in, all processes together."""
        return 1e3 * self.graded.usage.cpu_seconds / len(self.graded.passed)


@dataclass(frozen=True, slots=True)
class Growth:
    """One class of some size."""

    submissions: int
    jobs: int
    wall_seconds: float
    memory: Memory


def heading(files: Sequence[StudentFile], *, slow: int, rounds: int) -> list[str]:
    """Say what was measured, and on what."""
    right = sum(file.right for file in files)
    return [
        "",
        f"gradient_check · Python {platform.python_version()} · NumPy {np.__version__}"
        f" · {os.cpu_count()} processors",
        f"grader: {len(files)} hand-ins, {right} right, start-up included; "
        f"(a) and (u): the first {slow} of them",
        f"milliseconds per hand-in, medians of {rounds} interleaved rounds; "
        "x: how many times as fast as (a) and (u) with the fewest jobs, medians of the "
        "rounds' own",
        "no CPU time is known of what runs in bubblewrap",
    ]


def speed(samples: Sequence[Sample]) -> list[str]:
    """Return a row for each variant and number of jobs, and its advantage."""
    head = f"{'':42}{'jobs':>5}{'wall ms':>10}{'CPU ms':>10}{'x (a)':>8}{'x (u)':>8}"
    return [head, *_speed_rows(samples)]


def growth(sizes: Sequence[Growth]) -> list[str]:
    """Return a row for each size, and how wall time grew between neighbours."""
    head = f"{'hand-ins':>9}{'jobs':>6}{'wall s':>9}{'parent MiB':>12}{'tree MiB':>10}"
    rows = [
        f"{size.submissions:>9}{size.jobs:>6}{size.wall_seconds:>9.2f}"
        f"{_mib(size.memory, size.memory.parent_bytes):>12}"
        f"{_mib(size.memory, size.memory.tree_bytes):>10}"
        for size in sizes
    ]
    notes = [
        f"{large.submissions / small.submissions:.3g} times the hand-ins took "
        f"{large.wall_seconds / small.wall_seconds:.2f} times as long"
        for small, large in pairwise(sizes)
    ]
    return [head, *rows, *notes, "peaks: resident set, and proportional set of all"]


def disagreements(samples: Sequence[Sample]) -> list[str]:
    """Return a line for each hand-in that two variants mark differently."""
    first: dict[str, tuple[str, frozenset[str]]] = {}
    lines = []
    for sample in samples:
        name = f"{sample.variant} (jobs {sample.jobs}, round {sample.round})"
        for student, passed in sample.graded.passed.items():
            other, expected = first.setdefault(student, (name, passed))
            if passed != expected:
                tests = ", ".join(sorted(passed ^ expected))
                lines.append(f"{student}: {other} and {name} differ in {tests}")
    return lines


def _speed_rows(samples: Sequence[Sample]) -> Iterator[str]:
    fewest = min(sample.jobs for sample in samples)
    alone = {
        (sample.variant, sample.round): sample.wall_ms
        for sample in samples
        if sample.jobs == fewest
    }
    for variant, jobs in sorted({(s.variant, s.jobs) for s in samples}, key=_place):
        mine = [s for s in samples if (s.variant, s.jobs) == (variant, jobs)]
        wall = median(sample.wall_ms for sample in mine)
        cpu = median(sample.cpu_ms for sample in mine)
        times = "".join(
            f"{median(alone[name, s.round] / s.wall_ms for s in mine):>8.2f}"
            for name in YARDSTICKS
        )
        known = f"{cpu:.1f}" if variant not in _IN_BUBBLEWRAP else "unknown"
        yield f"{_title(variant):42}{jobs:>5}{wall:>10.1f}{known:>10}{times}"


def _place(row: tuple[str, int]) -> tuple[int, int]:
    variant, jobs = row
    return jobs, [*YARDSTICKS, *reversed([*LEVELS])].index(variant)


def _title(variant: str) -> str:
    if variant in YARDSTICKS:
        return YARDSTICKS[variant].title
    return f"grader grade, isolation {variant}"


def _mib(memory: Memory, size: int) -> str:
    return f"{size / _MIB:.1f}" if memory.samples else "unknown"
