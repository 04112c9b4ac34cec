"""Hand-written records, and the text that a view of them prints."""

import io
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from rich.console import Console

from grader.model import (
    CategoryResult,
    Failure,
    Outcome,
    Output,
    Result,
    Status,
    TestResult,
)
from grader.render.console import Color, console_for, show
from grader.render.layout import View


class Stream(io.TextIOWrapper):
    """A text stream in memory, a terminal if it is told so."""

    def __init__(self, encoding: str = "utf-8", *, terminal: bool = False) -> None:
        super().__init__(io.BytesIO(), encoding=encoding, write_through=True)
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def text(self) -> str:
        self.flush()
        return self.buffer.getvalue().decode(self.encoding)


@pytest.fixture
def stream() -> type[Stream]:
    return Stream


@pytest.fixture
def draw() -> Callable[..., str]:
    """Return a function that gives a view's whole text at a width."""

    def text(view: View, *, width: int = 80, encoding: str = "utf-8") -> str:
        out = Stream(encoding)
        console = console_for(out, Color.NEVER)
        console.width = width
        show(console, view)
        return out.text()

    return text


@pytest.fixture
def draw_in_color() -> Callable[[View], str]:
    """Return a function that gives a view's text with its escape sequences."""

    def text(view: View) -> str:
        out = Stream()
        console: Console = console_for(out, Color.ALWAYS)
        show(console, view)
        return out.text()

    return text


PASSED = TestResult(
    id="test_tiny_gap",
    title="A tiny gap passes.",
    category=None,
    visible=True,
    outcome=Outcome.PASSED,
)

WRONG = TestResult(
    id="test_flipped_sign",
    title="A flipped sign fails.",
    category=None,
    visible=True,
    outcome=Outcome.FAILED,
    message="[0] error: 4.0 for 0.894427",
    failure=Failure(
        call="gradient_check([1.0, -2.0], [1.0, 2.0])",
        expected="(0.894427, False)",
        got="(4.0, False)",
        differs="[0] error: 4.0 for 0.894427",
        allowed="±0.0001% (rtol 1e-6)",
        hint="4.0 is |a - b|. Which length do you divide it by?",
    ),
)

RAISED = TestResult(
    id="test_two_zeros",
    title="Both gradients are all zeros.",
    category=None,
    visible=True,
    outcome=Outcome.ERROR,
    message="ZeroDivisionError: float division by zero",
    failure=Failure(
        call="gradient_check([0.0, 0.0], [0.0, 0.0])",
        expected="(0.0, True)",
        got="ZeroDivisionError: float division by zero",
        line=8,
        source="    error = gap / (norm(a) + norm(b))",
    ),
)

LATE = TestResult(
    id="test_large",
    title="A million entries are compared in one go.",
    category=None,
    visible=True,
    outcome=Outcome.TIMEOUT,
    message="5 s of wall time ran out",
)

SKIPPED = TestResult(
    id="test_types",
    title="The error is a float and ok is a bool.",
    category=None,
    visible=True,
    outcome=Outcome.SKIPPED,
    message="needs torch",
)

HIDDEN = TestResult(
    id="test_secret_7f3a",
    title="A secret sentence.",
    category="both_zero",
    visible=False,
    outcome=Outcome.FAILED,
    points=0.0,
    max_points=1.0,
    failure=Failure(call="gradient_check([0.125], [0.125])", expected="(0.0, True)"),
    wall_seconds=0.002,
    cpu_seconds=0.002,
)

FORMULA = CategoryResult(
    id="formula",
    title="Formula",
    score=2.0,
    max_score=2.0,
    passed=2,
    total=2,
    hint="Divide by both lengths.",
)

BOTH_ZERO = CategoryResult(
    id="both_zero",
    title="Both gradients zero",
    score=0.0,
    max_score=1.0,
    passed=0,
    total=1,
    hint="What is 0 / 0?",
)

RESULT = Result(
    problem="gradient_check",
    problem_title="Gradient check for a backward pass",
    problem_digest="sha256:" + "0" * 64,
    hidden_tests=12,
    student="s014",
    submission="inbox/s014/gradient_check.py",
    submission_digest="sha256:" + "1" * 64,
    status=Status.GRADED,
    score=2.0,
    max_score=3.0,
    fault=None,
    categories=(FORMULA, BOTH_ZERO),
    tests=(PASSED, WRONG, RAISED),
    isolation="full",
    seed=1234,
    versions={"grader": "0.1.0", "python": "3.11.9", "numpy": "2.4.6"},
    wall_seconds=0.31,
)


@pytest.fixture
def sample() -> Callable[..., TestResult]:
    """Return a function that gives a test's record by name, with changes."""
    samples = {
        "passed": PASSED,
        "wrong": WRONG,
        "raised": RAISED,
        "late": LATE,
        "skipped": SKIPPED,
        "hidden": HIDDEN,
    }

    def record(name: str, *, stdout: str = "", **changes: Any) -> TestResult:
        output = changes.pop("output", Output(stdout=stdout))
        return replace(samples[name], output=output, **changes)

    return record


@pytest.fixture
def result() -> Callable[..., Result]:
    """Return a function that gives a submission's record with changes."""

    def record(*tests: TestResult, **changes: Any) -> Result:
        return replace(RESULT, **({"tests": tests} if tests else {}), **changes)

    return record
