"""Hand-written records, each changed as a test needs it."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.model import (
    CategoryResult,
    Failure,
    Fault,
    FaultKind,
    Outcome,
    Output,
    Result,
    Status,
    TestResult,
)

FORMULA = CategoryResult(
    id="formula",
    title="Formula",
    score=2.0,
    max_score=2.0,
    passed=1,
    total=1,
    hint="Divide by both lengths.",
)

TEST = TestResult(
    id="test_scale",
    title="The scale does not matter.",
    category="formula",
    visible=False,
    outcome=Outcome.PASSED,
    points=2.0,
    max_points=2.0,
)

RESULT = Result(
    problem="gradient_check",
    problem_title="Gradient check for a backward pass",
    problem_digest="sha256:" + "0" * 64,
    hidden_tests=1,
    student="s014",
    submission="inbox/s014/gradient_check.py",
    submission_digest="sha256:" + "1" * 64,
    status=Status.GRADED,
    score=2.0,
    max_score=2.0,
    fault=None,
    categories=(FORMULA,),
    tests=(TEST,),
    isolation="full",
    seed=1234,
    versions={"grader": "0.1.0", "numpy": "2.4.6"},
    wall_seconds=0.25,
)


@pytest.fixture
def result() -> Callable[..., Result]:
    """Return a function that gives a full mark's record with changes."""

    def record(**changes: Any) -> Result:
        return replace(RESULT, **changes)

    return record


@pytest.fixture
def test_record() -> Callable[..., TestResult]:
    """Return a function that gives a passed test's record with changes."""

    def record(**changes: Any) -> TestResult:
        return replace(TEST, **changes)

    return record


@pytest.fixture
def wrong(test_record: Callable[..., TestResult]) -> Result:
    """Return the record of a submission that lost its only test."""
    failure = Failure(
        call="gradient_check([1.0], [2.0])",
        expected="(0.5, False)",
        got="(1.0, False)",
        differs="[0] error: 1.0 for 0.5",
        allowed="±1e-06",
        line=8,
        source="    return gap, gap < tol",
        hint="Which length do you divide it by?",
    )
    test = test_record(
        outcome=Outcome.FAILED,
        points=0.0,
        message="the error is wrong",
        failure=failure,
        output=Output(stdout="1\n2\n", stderr="\x1b[31m<red>", truncated=True),
    )
    category = replace(FORMULA, score=0.0, passed=0)
    return replace(RESULT, score=0.0, categories=(category,), tests=(test,))


@pytest.fixture
def missing() -> Result:
    """Return the record of a student who handed nothing in."""
    fault = Fault(kind=FaultKind.MISSING, message="no gradient_check.py")
    return replace(
        RESULT,
        student="s007",
        submission_digest=None,
        status=Status.MISSING,
        score=0.0,
        fault=fault,
        categories=(),
        tests=(),
        wall_seconds=0.0,
    )


@pytest.fixture
def not_graded() -> Result:
    """Return the record of a submission at which the grader failed."""
    fault = Fault(kind=FaultKind.INTERNAL, message="the launcher died")
    return replace(
        RESULT,
        student="s008",
        status=Status.NOT_GRADED,
        score=0.0,
        fault=fault,
        categories=(replace(FORMULA, score=0.0, passed=0),),
        tests=(),
    )


@pytest.fixture
def faulty() -> Result:
    """Return the record of a file with a syntax error: graded, with no points."""
    fault = Fault(
        kind=FaultKind.SYNTAX,
        message="SyntaxError: '(' was never closed",
        line=3,
        source="    return (a",
    )
    test = replace(TEST, outcome=Outcome.FAILED, points=0.0, message=fault.message)
    return replace(
        RESULT,
        student="s009",
        score=0.0,
        fault=fault,
        categories=(replace(FORMULA, score=0.0, passed=0),),
        tests=(test,),
    )
