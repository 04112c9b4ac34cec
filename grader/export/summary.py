"""Many records in few numbers: counts and times per problem, and what to look at.

One pass over the records, so a run of any size can be read from its file; what is
kept is numbers and students' names, never their text.
"""

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field, replace
from enum import StrEnum
from statistics import median
from typing import Any

from grader.model import Outcome, Result, Status

__all__ = [
    "Counts",
    "Notice",
    "NoticeKind",
    "ProblemSummary",
    "Summary",
    "is_full",
    "is_zero",
    "summarise",
]

_ENOUGH = 3  # graded submissions before a test that nobody passes means anything
_ROUNDING = 1e-9  # a sum of split points may miss its total by a few units in 1e-16


class NoticeKind(StrEnum):
    """Why an instructor should look; the order is the order on the screen."""

    NOT_GRADED = "not_graded"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    OUTPUT = "output"
    PROTOCOL = "protocol"
    MISSING = "missing"
    SYNTAX = "syntax"
    ENCODING = "encoding"
    IMPORT = "import"
    MISSING_FUNCTION = "missing_function"
    NOBODY_PASSES = "nobody_passes"
    LOST_CATEGORY = "lost_category"


@dataclass(frozen=True, slots=True, kw_only=True)
class Counts:
    """Submissions by what became of them; full + partial + zero = graded."""

    submissions: int = 0
    graded: int = 0
    not_graded: int = 0
    missing: int = 0
    full: int = 0
    partial: int = 0
    zero: int = 0
    wall_seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Notice:
    """One thing to look at: how many submissions, of which problem, and whose.

    ``what`` names the test, the category or the reason where there is one.
    """

    kind: NoticeKind
    problem: str
    count: int
    of: int
    students: tuple[str, ...] = ()
    what: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class ProblemSummary:
    """One problem's counts; ``median_share`` is of the points, 0 to 1."""

    problem: str
    counts: Counts
    median_share: float | None
    p95_seconds: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Summary:
    """What a whole run came to."""

    counts: Counts
    students: int
    problems: tuple[ProblemSummary, ...]
    notices: tuple[Notice, ...]
    isolation: tuple[str, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the counts as the ``--json`` document has them."""
        problems = {each.problem: asdict(each.counts) for each in self.problems}
        return {**asdict(self.counts), "problems": problems}


def summarise(
    results: Iterable[Result], *, wall_seconds: float | None = None
) -> Summary:
    """Sum up records.

    Parameters
    ----------
    results
        Records of any number of problems, read once.
    wall_seconds
        How long the whole run took. Without it, the sum over the records, which is
        more where several ran at a time.

    Returns
    -------
    Summary
        Problems in the order in which they first appear.
    """
    tallies: dict[str, _Tally] = {}
    students: set[str] = set()
    isolation: dict[str, None] = {}
    for result in results:
        students.add(result.student)
        if result.status is Status.GRADED:
            isolation[result.isolation] = None
        tallies.setdefault(result.problem, _Tally()).add(result)
    problems = tuple(tally.summary(name) for name, tally in tallies.items())
    total = _total([each.counts for each in problems])
    return Summary(
        counts=total if wall_seconds is None else _timed(total, wall_seconds),
        students=len(students),
        problems=problems,
        notices=_notices(tallies),
        isolation=tuple(isolation),
    )


def is_full(result: Result) -> bool:
    """Tell whether a record has all its points, up to the rounding of their sum."""
    return result.score >= result.max_score * (1 - _ROUNDING)


def is_zero(result: Result) -> bool:
    """Tell whether a record has no points though there were some to get."""
    return not is_full(result) and result.score <= result.max_score * _ROUNDING


@dataclass(slots=True)
class _Tally:
    """What is counted of one problem while its records pass by."""

    counts: Counter[str] = field(default_factory=Counter)
    wall: list[float] = field(default_factory=list)
    times: list[float] = field(default_factory=list)  # of the graded ones
    shares: list[float] = field(default_factory=list)
    students: dict[tuple[NoticeKind, str], list[str]] = field(default_factory=dict)
    judged: int = 0  # graded without a fault: only these say something of a test
    titles: dict[str, str] = field(default_factory=dict)
    passes: Counter[str] = field(default_factory=Counter)
    runs: Counter[str] = field(default_factory=Counter)
    lost: Counter[str] = field(default_factory=Counter)

    def add(self, result: Result) -> None:
        self.counts["submissions"] += 1
        self.counts[result.status.value] += 1
        self.wall.append(result.wall_seconds)
        for kind, what in _troubles(result):
            self.students.setdefault((kind, what), []).append(result.student)
        if result.status is not Status.GRADED:
            return
        self.counts[_grade(result)] += 1
        self.times.append(result.wall_seconds)
        self.shares.append(_share(result))
        if result.fault is None:
            self._add_judged(result)

    def _add_judged(self, result: Result) -> None:
        self.judged += 1
        for test in result.tests:
            if test.outcome is not Outcome.SKIPPED:
                self.titles.setdefault(test.id, test.title or test.id)
                self.runs[test.id] += 1
                self.passes[test.id] += test.outcome is Outcome.PASSED
        for category in result.categories:
            if category.passed < category.total:
                self.lost[category.title] += 1

    def summary(self, problem: str) -> ProblemSummary:
        counts = Counts(**self.counts, wall_seconds=math.fsum(self.wall))
        return ProblemSummary(
            problem=problem,
            counts=counts,
            median_share=median(self.shares) if self.shares else None,
            p95_seconds=_p95(self.times),
        )

    def notices(self, problem: str) -> list[Notice]:
        total = self.counts["submissions"]
        found = [
            Notice(
                kind=kind,
                problem=problem,
                count=len(students),
                of=total,
                students=tuple(students),
                what=what,
            )
            for (kind, what), students in self.students.items()
        ]
        return found + self._unpassed(problem) + self._most_lost(problem)

    def _unpassed(self, problem: str) -> list[Notice]:
        kind = NoticeKind.NOBODY_PASSES
        return [
            Notice(kind=kind, problem=problem, count=n, of=n, what=self.titles[test])
            for test, n in self.runs.items()
            if n >= _ENOUGH and not self.passes[test]
        ]

    def _most_lost(self, problem: str) -> list[Notice]:
        kind = NoticeKind.LOST_CATEGORY
        return [
            Notice(kind=kind, problem=problem, count=count, of=self.judged, what=title)
            for title, count in self.lost.most_common(1)
            if self.judged >= _ENOUGH and count > 1
        ]


def _troubles(result: Result) -> list[tuple[NoticeKind, str]]:
    """Return why one submission deserves a look, each reason once."""
    if result.status is Status.MISSING:
        return [(NoticeKind.MISSING, "")]
    if result.status is Status.NOT_GRADED:
        return [(NoticeKind.NOT_GRADED, _reason(result))]
    names = [test.outcome.value for test in result.tests]
    if result.fault is not None:
        # The tests of a faulty file repeat its fault.
        names = [result.fault.kind.value]
    named = [kind for kind in NoticeKind if kind.value in names]
    return [(kind, "") for kind in named]


def _reason(result: Result) -> str:
    """Return our own fault in a line: the submission's, else that of its first test."""
    if result.fault is not None:
        return result.fault.message
    ours = (test for test in result.tests if test.outcome is Outcome.INTERNAL)
    return next((test.message for test in ours), "")


def _grade(result: Result) -> str:
    if is_full(result):
        return "full"
    return "zero" if is_zero(result) else "partial"


def _share(result: Result) -> float:
    return result.score / result.max_score if result.max_score else 1.0


def _p95(values: list[float]) -> float | None:
    """Return the nearest-rank 95th percentile."""
    if not values:
        return None
    return sorted(values)[math.ceil(0.95 * len(values)) - 1]


def _total(counts: list[Counts]) -> Counts:
    sums: dict[str, Any] = {
        name: sum(getattr(each, name) for each in counts) for name in asdict(Counts())
    }
    return Counts(**sums)


def _timed(counts: Counts, wall_seconds: float) -> Counts:
    return replace(counts, wall_seconds=wall_seconds)


def _notices(tallies: dict[str, _Tally]) -> tuple[Notice, ...]:
    found = [each for name, tally in tallies.items() for each in tally.notices(name)]
    order = list(NoticeKind)
    return tuple(sorted(found, key=lambda notice: order.index(notice.kind)))
