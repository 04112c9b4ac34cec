"""Checks 1 and 2: the reference passes every test, the stub passes none."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from grader.course.verification.evidence import Evidence
from grader.export.verification import AuthorFault, Check
from grader.model import Fault, Outcome, TestResult
from grader.problems.text import read_text

__all__ = ["reference_check", "stub_check"]

_NOT_LOST: Final = (Outcome.PASSED, Outcome.SKIPPED)


def reference_check(evidence: Evidence) -> Check:
    """Check that the reference passes every test, and that its walkthrough is there."""
    total = len(evidence.proved.tests)
    report = evidence.proved.reference
    passed = len(evidence.sound) if report else 0
    return Check(
        id="reference",
        claim=f"the reference passes {passed} of {total} tests",
        faults=(*_reference(evidence), *_walkthrough(evidence)),
    )


def stub_check(evidence: Evidence) -> Check:
    """Check that the stub loses every test."""
    report = evidence.stub
    lost = sum(test.outcome not in _NOT_LOST for test in report.tests)
    return Check(
        id="stub",
        claim=f"the stub fails {lost} of {len(report.tests)} tests",
        faults=tuple(_stub(evidence)),
    )


def _reference(evidence: Evidence) -> Iterator[AuthorFault]:
    path, report = evidence.problem.solution, evidence.proved.reference
    if report is None:
        found = "there is no reference solution"
        yield evidence.fault(path, None, found, "write it: it must pass every test")
        return
    if report.fault is not None:
        yield _not_loaded(evidence, path, report.fault)
        return
    lost = [test for test in report.tests if test.outcome is not Outcome.PASSED]
    reasons = {_reason(test) for test in lost}
    if len(lost) == len(report.tests) > 1 and len(reasons) == 1:
        found = f"the reference fails every test: {reasons.pop()}"
        yield evidence.fault(path, None, found, "write the solution")
        return
    for test in lost:
        found = f"the reference fails {test.id}: {_reason(test)}"
        do = f"correct the test, or the reference in solutions/{path.name}"
        yield evidence.fault_of(test.id, found, do)


def _walkthrough(evidence: Evidence) -> Iterator[AuthorFault]:
    path = evidence.problem.solution.with_suffix(".md")
    do = "write the walkthrough: how one arrives at the solution, and the traps"
    if not path.is_file():
        yield evidence.fault(path, None, "there is no walkthrough", do)
    elif not read_text(path).strip():
        yield evidence.fault(path, None, "the walkthrough is empty", do)


def _stub(evidence: Evidence) -> Iterator[AuthorFault]:
    report, path = evidence.stub, evidence.problem.stub
    if report.fault is not None:
        yield _not_loaded(evidence, path, report.fault)
        return
    for test in report.tests:
        if test.outcome is Outcome.PASSED:
            found = f"the stub passes {test.id}"
            do = "make the test look at what the student's code returns"
            yield evidence.fault_of(test.id, found, do)
        elif test.outcome is Outcome.SKIPPED:
            found = f"{test.id} is skipped: {test.message}"
            do = "run it or drop it: nobody can earn its points"
            yield evidence.fault_of(test.id, found, do)


def _not_loaded(evidence: Evidence, path: Path, fault: Fault) -> AuthorFault:
    found = f"it cannot be loaded: {fault.message}"
    return evidence.fault(path, fault.line, found, "make it a module that can be run")


def _reason(test: TestResult) -> str:
    return test.message or test.outcome.value
