"""Whose fault a test's end is, and what is said of it."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.compare import Difference
from grader.errors import SandboxFailed
from grader.model import Failure, Fault, FaultKind, Outcome
from grader.remote import HandleMisused, LoadFailed, StudentError
from grader.run.verdict import Verdict, fault_outcome, judge, quoted
from grader.sandbox import Stopped
from grader.testing import CheckFailed

LINES = ["def f(x):", "    return 1 / x   ", ""]
CALL = SimpleNamespace(name="f", arguments=(np.float64(0),), keywords={"k": [1]})
SHOWN = "f(0.0, k=[1])"


def session(call: Any = CALL, value: Any = None, stopped: Stopped | None = None) -> Any:
    """Return what is left of a conversation when a test is over."""
    return SimpleNamespace(last_call=call, last_value=value, stopped=stopped)


def verdict(
    error: BaseException | None, left: Any = None, *, author_fault: bool = False
) -> Verdict:
    """Judge a test's end."""
    return judge(error, left, lines=LINES, author_fault=author_fault)


def skipped(reason: str) -> BaseException:
    """Return what pytest.skip raises."""
    with pytest.raises(pytest.skip.Exception) as caught:
        pytest.skip(reason)
    return caught.value


CHECK = CheckFailed(
    Difference(differs="[0] error: nan for 0.0", allowed="±1e-15"),
    got="(nan, True)",
    expected="(0.0, True)",
)


def test_a_test_that_ran_through_has_passed() -> None:
    """No error, no failure: also where the test made no call at all."""
    passed = Verdict(outcome=Outcome.PASSED, message="", failure=None)
    assert verdict(None) == passed
    assert verdict(None, session()) == passed
    assert verdict(None, session(), author_fault=True) == passed


OUTCOMES = {
    FaultKind.SYNTAX: Outcome.ERROR,
    FaultKind.ENCODING: Outcome.ERROR,
    FaultKind.IMPORT: Outcome.ERROR,
    FaultKind.MISSING_FUNCTION: Outcome.ERROR,
    FaultKind.TIMEOUT: Outcome.TIMEOUT,
    FaultKind.MEMORY: Outcome.MEMORY,
    FaultKind.CRASHED: Outcome.CRASHED,
    FaultKind.OUTPUT: Outcome.OUTPUT,
    FaultKind.MISSING: Outcome.ERROR,
    FaultKind.UNREADABLE: Outcome.ERROR,
    FaultKind.INTERNAL: Outcome.ERROR,
}


@pytest.mark.parametrize("kind", FaultKind)
def test_a_fault_of_the_submission_decides_its_tests(kind: FaultKind) -> None:
    """A file that cannot be loaded gives each test the outcome of its fault."""
    fault = Fault(kind=kind, message="NameError: x", line=3)
    assert fault_outcome(fault) == OUTCOMES[kind]
    for author_fault in (False, True):
        assert verdict(LoadFailed(fault), session(), author_fault=author_fault) == (
            Verdict(outcome=OUTCOMES[kind], message="NameError: x", failure=None)
        )


def test_a_skipped_test() -> None:
    """A skip is told with its reason, also where the reference skips it too."""
    for author_fault in (False, True):
        assert verdict(skipped("no torch"), session(), author_fault=author_fault) == (
            Verdict(outcome=Outcome.SKIPPED, message="no torch", failure=None)
        )


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (AssertionError("no"), "AssertionError: no"),
        (KeyError("x"), "KeyError: 'x'"),
        (CHECK, "CheckFailed: [0] error: nan for 0.0"),
        (ValueError("one\ntwo"), "ValueError: one"),
        (StudentError(("TypeError",), "bad", 2), "StudentError: TypeError: bad"),
    ],
    ids=repr,
)
def test_where_the_reference_fails_too_it_is_our_fault(
    error: Exception, message: str
) -> None:
    """A test that even the reference does not pass says nothing of the student."""
    assert verdict(error, session(), author_fault=True) == Verdict(
        outcome=Outcome.INTERNAL, message=message, failure=None
    )


def test_a_sandbox_that_fails_is_our_fault() -> None:
    """A process that could not be run at all is never the student's doing."""
    assert verdict(SandboxFailed("no memory"), session()) == Verdict(
        outcome=Outcome.INTERNAL, message="SandboxFailed: no memory", failure=None
    )


STOPS = [
    Stopped(Outcome.TIMEOUT, "its time ran out"),
    Stopped(Outcome.CRASHED, "its process died of SIGSEGV"),
    Stopped(Outcome.OUTPUT, "it printed more than 8 bytes"),
    Stopped(Outcome.PROTOCOL, "truncated"),
]


@pytest.mark.parametrize("stop", STOPS, ids=str)
@pytest.mark.parametrize("error", [None, AssertionError("caught"), skipped("hidden")])
def test_a_stop_decides_whatever_the_test_made_of_it(
    stop: Stopped, error: BaseException | None
) -> None:
    """A test that swallows the end of its process, or skips, does not pass."""
    assert verdict(error, session(stopped=stop)) == Verdict(
        outcome=stop.outcome, message=stop.message, failure=Failure(call=SHOWN)
    )


def test_a_stop_that_reaches_the_end_of_the_test() -> None:
    """A stop is told the same way when nobody remembered it."""
    stop = STOPS[0]
    assert verdict(stop) == Verdict(
        outcome=Outcome.TIMEOUT, message="its time ran out", failure=Failure()
    )


def test_an_exception_of_the_students_code() -> None:
    """Their exception is shown with their own line."""
    error = StudentError(
        ("ZeroDivisionError", "ArithmeticError"), "division by zero", 2
    )
    assert verdict(error, session()) == Verdict(
        outcome=Outcome.ERROR,
        message="ZeroDivisionError: division by zero",
        failure=Failure(
            call=SHOWN,
            got="ZeroDivisionError: division by zero",
            line=2,
            source="return 1 / x",
        ),
    )


@pytest.mark.parametrize("line", [None, 0, -1, 4, 10**9])
def test_a_line_that_is_not_in_the_file(line: int | None) -> None:
    """A line number comes from the student's process: one out of range has no text."""
    error = StudentError(("ValueError",), "", line)
    assert verdict(error, session()) == Verdict(
        outcome=Outcome.ERROR,
        message="ValueError",
        failure=Failure(call=SHOWN, got="ValueError", line=line, source=None),
    )


def test_the_first_and_last_line() -> None:
    """Lines count from one; a line of blanks is empty text."""
    sources = [
        verdict(StudentError(("E",), "", line), session()).failure for line in (1, 3)
    ]
    assert [failure and failure.source for failure in sources] == ["def f(x):", ""]


def test_memory() -> None:
    """A lack of memory is an outcome of its own, also by numpy's name for it."""
    for bases in (("MemoryError", "Exception"), ("_ArrayMemoryError", "MemoryError")):
        assert verdict(StudentError(bases, "", 1), session()).outcome == Outcome.MEMORY


def test_a_check_that_failed() -> None:
    """A check says what was expected, what was got and how they differ."""
    assert verdict(CHECK, session()) == Verdict(
        outcome=Outcome.FAILED,
        message="[0] error: nan for 0.0",
        failure=Failure(
            call=SHOWN,
            expected="(0.0, True)",
            got="(nan, True)",
            differs="[0] error: nan for 0.0",
            allowed="±1e-15",
        ),
    )


def test_a_plain_assertion() -> None:
    """A plain assertion's first line is the message; the last value is shown."""
    error = AssertionError("error must be small\nassert 4.0 < 1.0")
    assert verdict(error, session(value=(np.float64(4.0), True))) == Verdict(
        outcome=Outcome.FAILED,
        message="error must be small",
        failure=Failure(call=SHOWN, got="(4.0, True)"),
    )
    assert verdict(AssertionError(), session(call=None, value=1)) == Verdict(
        outcome=Outcome.FAILED, message="", failure=Failure(got="1")
    )


def test_an_assertion_without_a_conversation() -> None:
    """Without a call there is neither a call nor a value to show."""
    assert verdict(AssertionError("no")) == Verdict(
        outcome=Outcome.FAILED, message="no", failure=Failure()
    )


@pytest.mark.parametrize(
    ("error", "reason"),
    [
        (
            TypeError("cannot unpack non-iterable NoneType object"),
            "TypeError: cannot unpack non-iterable NoneType object",
        ),
        (
            HandleMisused("<Value object> is an object of the student's"),
            "HandleMisused: <Value object> is an object of the student's",
        ),
        (IndexError(), "IndexError"),
    ],
    ids=repr,
)
def test_a_result_that_could_not_be_used(error: Exception, reason: str) -> None:
    """Where the reference ran through, what breaks on a value is the value's fault."""
    assert verdict(error, session(value=None)) == Verdict(
        outcome=Outcome.FAILED,
        message=f"the result could not be used: {reason}",
        failure=Failure(call=SHOWN, got="None"),
    )


def test_a_long_line_is_quoted_in_part():
    """Its start and a mark: as long as what is shown of a line, not longer."""
    lines = ["x" * 400 + "\n", "y" * 401 + "\n"]
    assert quoted(lines, 1) == "x" * 400
    assert quoted(lines, 2) == "y" * 399 + "…"
