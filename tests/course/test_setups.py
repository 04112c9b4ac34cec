"""What a runner is told, and the record of what it reports."""

from pathlib import Path

import pytest

from grader.course.setups import record, setup_of
from grader.errors import Location, ProblemBroken, SandboxFailed
from grader.intake import Submission, read
from grader.model import (
    Failure,
    Fault,
    FaultKind,
    Outcome,
    Status,
    TestResult,
)
from grader.problems import Edition, load
from grader.run.tasks import Report

ROOT = Path(__file__).parents[2]
SCALE = ("test_small_gap_between_tiny_gradients_fails", "test_large_gap")


@pytest.fixture(scope="module")
def problem():
    """Load the problem of this repository."""
    return load(ROOT / "problems" / "gradient_check")


@pytest.fixture
def submission():
    """Hand in a file."""
    source = ROOT / "solutions" / "gradient_check.py"
    return Submission(
        student="ana",
        problem="gradient_check",
        path="ana/gradient_check.py",
        origin=Origin(source.read_bytes()),
    )


class Origin:
    """Bytes that are handed in."""

    def __init__(self, data):
        self._data = data

    def read(self, limit):
        return self._data[:limit]


def one(name="test_x", category="both_zero", outcome=Outcome.PASSED, **more):
    """Return a test's record, worth one point."""
    return TestResult(
        id=name,
        title="A sentence.",
        category=category,
        visible=category is None,
        outcome=outcome,
        points=float(outcome is Outcome.PASSED and category is not None),
        max_points=float(category is not None),
        **more,
    )


def reported(*tests, fault=None):
    return Report(tests=tests, fault=fault, versions={"grader": "1"}, wall_seconds=0.5)


@pytest.fixture
def make(problem, submission):
    """Return what makes the record of a report."""

    def made(report, given=submission):
        return record(problem, given, read(given), report, isolation="none", seed=5)

    return made


def test_the_hidden_tests_come_with_the_reference(problem):
    """The reference proves the tests first; a student's check has neither."""
    graded = setup_of(problem)
    checked = setup_of(problem, hidden=False)
    assert graded.test_files == ("test_examples.py", "test_hidden.py")
    assert graded.reference == (ROOT / "solutions/gradient_check.py").read_text("utf-8")
    assert (checked.test_files, checked.reference) == (("test_examples.py",), None)
    assert graded.functions == {"gradient_check": ("analytic", "numeric", "tol")}
    assert graded.categories["scale"] == 2.0
    assert problem.edition is Edition.FULL


def test_facts_of_problem_and_submission(make, problem):
    """Who, what, and with which seed and level."""
    result = make(reported(one()))
    assert (result.problem, result.student, result.submission) == (
        *("gradient_check", "ana", "ana/gradient_check.py"),
    )
    assert (result.problem_digest, result.hidden_tests) == (problem.digest, 12)
    assert (result.isolation, result.seed, result.wall_seconds) == ("none", 5, 0.5)
    assert result.submission_digest.startswith("sha256:")


def test_points_are_those_of_the_tests_that_ran(make):
    """Of a category that ran in part only the part counts: as in a replay."""
    both = make(reported(one(SCALE[0], "scale"), one(SCALE[1], "scale")))
    part = make(reported(one(SCALE[0], "scale")))
    lost = make(
        reported(one(), one(SCALE[0], "scale", Outcome.FAILED), one("test_e", None))
    )
    assert [(r.score, r.max_score) for r in (both, part, lost)] == [
        *((2.0, 2.0), (1.0, 1.0), (1.0, 2.0)),
    ]
    assert [part.id for part in lost.categories] == ["both_zero", "scale"]


def test_a_lost_test_gets_the_hint_of_its_category(make, problem):
    """Beside its failure; an example has no category and no hint."""
    failed = Failure(call="f(0)")
    result = make(
        reported(
            one(outcome=Outcome.FAILED, failure=failed),
            one("test_e", None, Outcome.FAILED, failure=failed),
        )
    )
    (hint,) = [part.hint for part in problem.categories if part.id == "both_zero"]
    assert [each.failure.hint for each in result.tests] == [hint, None]


def test_a_students_fault_is_graded(make):
    """Zero points, and the fault as it was reported."""
    fault = Fault(kind=FaultKind.SYNTAX, message="SyntaxError", line=3)
    result = make(reported(one(outcome=Outcome.ERROR), fault=fault))
    assert (result.status, result.score) == (Status.GRADED, 0.0)
    assert (result.max_score, result.fault) == (1.0, fault)


def test_a_test_that_failed_by_itself_is_nobodys_zero(make):
    """The author's or our own fault: not graded, and the test is named."""
    result = make(
        reported(one(), one("test_y", "scale", Outcome.INTERNAL, message="no"))
    )
    assert result.status is Status.NOT_GRADED
    assert result.fault == Fault(
        kind=FaultKind.INTERNAL, message="the test test_y failed by itself: no"
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (SandboxFailed("the runner is gone"), "the runner is gone"),
        (
            ProblemBroken("p", [Location(file="f", line=1, message="a\nb")] * 2),
            "the tests of p cannot be run",
        ),
    ],
)
def test_without_a_report_it_is_not_graded(make, error, said):
    """One line says why; what the maximum would be is known all the same."""
    result = make(error)
    assert (result.status, result.score, result.max_score) == (
        *(Status.NOT_GRADED, 0.0, 12.0),
    )
    assert result.fault == Fault(kind=FaultKind.INTERNAL, message=said)
    assert result.tests == ()


def test_a_file_that_is_not_there_is_missing(make):
    """No report, no file: no mark either."""
    result = make(
        None, Submission(student="b", problem="gradient_check", path="b/x.py")
    )
    assert (result.status, result.fault) == (
        Status.MISSING,
        Fault(kind=FaultKind.MISSING, message="gradient_check.py is missing"),
    )
