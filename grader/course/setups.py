"""What a runner is told of a problem, and the record of what it reports."""

import math
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from grader import scoring
from grader.errors import ProblemBroken, SandboxFailed
from grader.intake import Reading, Submission
from grader.model import Fault, FaultKind, Outcome, Result, Status, TestResult
from grader.problems import Category, Problem
from grader.run.tasks import Report, Setup

__all__ = ["record", "setup_of"]

_EXAMPLES: Final = "test_examples.py"
_HIDDEN: Final = "test_hidden.py"


def setup_of(
    problem: Problem, *, hidden: bool = True, with_stub: bool = False
) -> Setup:
    """
    Return what a runner needs to know.

    Parameters
    ----------
    problem
        The problem.
    hidden
        Whether the hidden tests are run too. The reference proves them first.
    with_stub
        Whether the stub is graded too, as `verify` wants it.
    """
    reference = hidden and problem.solution.is_file()
    return Setup(
        problem=problem.id,
        folder=str(problem.folder.resolve()),
        test_files=(_EXAMPLES, _HIDDEN) if hidden else (_EXAMPLES,),
        file_name=problem.file_name,
        functions={part.name: part.parameters for part in problem.functions},
        support=problem.support.read_text("utf-8") if problem.support else None,
        reference=problem.solution.read_text("utf-8") if reference else None,
        stub=problem.stub.read_text("utf-8") if with_stub else None,
        limits=problem.limits,
        categories={part.id: part.points for part in problem.categories},
    )


def record(
    problem: Problem,
    submission: Submission,
    reading: Reading,
    report: Report | SandboxFailed | ProblemBroken | None,
    *,
    isolation: str,
    seed: int,
) -> Result:
    """Return the record of one submission, whatever became of it."""
    facts: Mapping[str, Any] = {
        "problem": problem.id,
        "problem_title": problem.title,
        "problem_digest": problem.digest,
        "hidden_tests": problem.hidden_tests,
        "student": submission.student,
        "submission": submission.path,
        "submission_digest": reading.digest,
        "isolation": isolation,
        "seed": seed,
    }
    if isinstance(report, Report):
        return _of_report(problem, facts, report)
    fault = reading.fault
    status = reading.status
    if report is not None:
        fault = Fault(kind=FaultKind.INTERNAL, message=_reason(report))
        status = Status.NOT_GRADED
    return Result(
        **facts,
        status=status,
        score=0.0,
        max_score=problem.points,
        fault=fault,
        categories=scoring.categories((), problem.categories),
        tests=(),
        versions={},
        wall_seconds=0.0,
    )


def _reason(error: SandboxFailed | ProblemBroken) -> str:
    """Return one line; all faults of a problem are told once, at the end."""
    if isinstance(error, SandboxFailed):
        return str(error)
    return f"the tests of {error.problem} cannot be run"


def _of_report(problem: Problem, facts: Mapping[str, Any], report: Report) -> Result:
    tests = _with_hints(problem, report.tests)
    broken = [test for test in tests if test.outcome is Outcome.INTERNAL]
    run = {test.category for test in tests}
    rubric = [_of_tests(part, tests) for part in problem.categories if part.id in run]
    categories = scoring.categories(tests, rubric)
    fault = report.fault
    if broken:
        message = f"the test {broken[0].id} failed by itself: {broken[0].message}"
        fault = Fault(kind=FaultKind.INTERNAL, message=message)
    return Result(
        **facts,
        status=Status.NOT_GRADED if broken else Status.GRADED,
        score=sum(part.score for part in categories),
        max_score=sum(part.max_score for part in categories),
        fault=fault,
        categories=categories,
        tests=tests,
        versions=report.versions,
        wall_seconds=report.wall_seconds,
    )


def _of_tests(part: Category, tests: Sequence[TestResult]) -> Category:
    """Return a category with the points of the tests that ran, if not all did."""
    points = sum(test.max_points for test in tests if test.category == part.id)
    return part if math.isclose(points, part.points) else replace(part, points=points)


def _with_hints(
    problem: Problem, tests: Sequence[TestResult]
) -> tuple[TestResult, ...]:
    """Return the tests, each failure with the hint of its category."""
    hints = {part.id: part.hint for part in problem.categories}
    return tuple(
        replace(test, failure=replace(test.failure, hint=hints.get(test.category)))
        if test.failure is not None and test.category is not None
        else test
        for test in tests
    )
