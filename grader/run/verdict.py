"""Turns how a test ended into an outcome and a failure that a person can read."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Final

import pytest

from grader.compare import show, show_call
from grader.errors import SandboxFailed
from grader.model import Failure, Fault, FaultKind, Outcome
from grader.remote import LoadFailed, Session, StudentError
from grader.sandbox import Stopped
from grader.testing import CheckFailed

__all__ = ["Verdict", "fault_outcome", "judge", "quoted"]

_QUOTED_LENGTH: Final = 400
_FAULT_OUTCOMES: Final[Mapping[FaultKind, Outcome]] = {
    FaultKind.TIMEOUT: Outcome.TIMEOUT,
    FaultKind.MEMORY: Outcome.MEMORY,
    FaultKind.CRASHED: Outcome.CRASHED,
    FaultKind.OUTPUT: Outcome.OUTPUT,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """One test's outcome, in one sentence and in parts."""

    outcome: Outcome
    message: str = ""
    failure: Failure | None = None


def fault_outcome(fault: Fault) -> Outcome:
    """Return the outcome of every test of a submission that has a fault."""
    return _FAULT_OUTCOMES.get(fault.kind, Outcome.ERROR)


def judge(
    error: BaseException | None,
    session: Session | None,
    *,
    lines: list[str],
    author_fault: bool,
) -> Verdict:
    """
    Say whose fault a test's end is.

    Parameters
    ----------
    error
        What ended the test, None if it ran through.
    session
        The conversation with the student's process, None if there was none.
    lines
        The student's source, to quote from.
    author_fault
        Whether the reference failed this test too.
    """
    if isinstance(error, LoadFailed):
        return Verdict(outcome=fault_outcome(error.fault), message=str(error))
    if session is not None and session.stopped is not None:
        error = session.stopped  # whatever the test made of it
    if error is None:
        return Verdict(outcome=Outcome.PASSED)
    if isinstance(error, pytest.skip.Exception):
        return Verdict(outcome=Outcome.SKIPPED, message=str(error))
    if author_fault or isinstance(error, SandboxFailed):
        return Verdict(outcome=Outcome.INTERNAL, message=_describe(error))
    return _students(error, session, lines)


def _students(
    error: BaseException, session: Session | None, lines: list[str]
) -> Verdict:
    if isinstance(error, Stopped):
        failure = _failure(session)
        return Verdict(outcome=error.outcome, message=error.message, failure=failure)
    if isinstance(error, StudentError):
        # numpy raises a kind of MemoryError of its own
        outcome = Outcome.MEMORY if "MemoryError" in error.bases else Outcome.ERROR
        source = quoted(lines, error.line)
        failure = _failure(session, got=str(error), line=error.line, source=source)
        return Verdict(outcome=outcome, message=str(error), failure=failure)
    if isinstance(error, CheckFailed):
        failure = _failure(
            session,
            got=error.got,
            expected=error.expected,
            differs=error.found.differs,
            allowed=error.found.allowed,
        )
        return Verdict(outcome=Outcome.FAILED, message=str(error), failure=failure)
    got = None if session is None else show(session.last_value)
    message = str(error).partition("\n")[0]
    if not isinstance(error, AssertionError):
        message = f"the result could not be used: {_describe(error)}"
    failure = _failure(session, got=got)
    return Verdict(outcome=Outcome.FAILED, message=message, failure=failure)


def _failure(session: Session | None, **parts: Any) -> Failure:
    call = None
    if session is not None and session.last_call is not None:
        last = session.last_call
        call = show_call(last.name, last.arguments, last.keywords)
    return Failure(call=call, **parts)


def quoted(lines: list[str], number: int | None) -> str | None:
    """Return a line of the student's source, None if there is no such line."""
    if number is None or not 1 <= number <= len(lines):
        return None
    line = lines[number - 1].strip()
    return line if len(line) <= _QUOTED_LENGTH else f"{line[: _QUOTED_LENGTH - 1]}…"


def _describe(error: BaseException) -> str:
    name, text = type(error).__name__, str(error).partition("\n")[0]
    return f"{name}: {text}" if text else name
