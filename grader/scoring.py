"""Points: how categories share theirs among tests, and what a submission earned."""

from collections import Counter
from collections.abc import Iterable, Mapping
from math import fsum
from typing import Protocol

from grader.model import CategoryResult, Outcome, TestResult

__all__ = ["Rubric", "Worth", "allot", "categories"]


class Rubric(Protocol):
    """A rubric category, as a problem states it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def points(self) -> float: ...
    @property
    def hint(self) -> str: ...


class Worth(Protocol):
    """A test that belongs to a category and may state its own points."""

    @property
    def id(self) -> str: ...
    @property
    def category(self) -> str | None: ...
    @property
    def points(self) -> float | None: ...


def allot(tests: Iterable[Worth], points: Mapping[str, float]) -> dict[str, float]:
    """
    Return each test's points, from the points of each category.

    A category's points are split evenly over its tests; tests that state their own
    points come first and the others share the rest.
    """
    tests = list(tests)
    rest = dict(points)
    sharing: Counter[str] = Counter()
    for test in tests:
        if test.category in rest:
            if test.points is None:
                sharing[test.category] += 1
            else:
                rest[test.category] -= test.points
    allotted = {}
    for test in tests:
        if test.category not in rest:
            allotted[test.id] = 0.0
        elif test.points is None:
            allotted[test.id] = rest[test.category] / sharing[test.category]
        else:
            allotted[test.id] = test.points
    return allotted


def categories(
    tests: Iterable[TestResult], rubric: Iterable[Rubric]
) -> tuple[CategoryResult, ...]:
    """Return the result of each category, in the rubric's order."""
    rubric = list(rubric)
    by_category: Mapping[str, list[TestResult]] = {part.id: [] for part in rubric}
    for test in tests:
        if test.category is not None and test.category in by_category:
            by_category[test.category].append(test)
    return tuple(_category(part, by_category[part.id]) for part in rubric)


def _category(part: Rubric, tests: list[TestResult]) -> CategoryResult:
    passed = sum(map(_earned, tests))
    full = bool(tests) and passed == len(tests)
    return CategoryResult(
        id=part.id,
        title=part.title,
        # exactly the category's points when all pass, whatever the shares add up to
        score=part.points if full else fsum(test.points for test in tests),
        max_score=part.points,
        passed=passed,
        total=len(tests),
        hint=part.hint,
    )


def _earned(test: TestResult) -> bool:
    return test.outcome is Outcome.PASSED
