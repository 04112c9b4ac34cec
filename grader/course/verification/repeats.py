"""Check 10: what a solution gets depends neither on the order of tests nor on luck."""

import re
from collections.abc import Iterator
from typing import Final

from grader.course.verification.evidence import Evidence
from grader.course.verification.state import module_state
from grader.export.text import counted
from grader.export.verification import AuthorFault, Check
from grader.model import TestResult
from grader.problems.text import read_text

__all__ = ["repeats_check"]

_MASKED: Final = re.compile(r"\b\d+(?:\.\d+)? ?(?:ms|s|seconds)\b|\b0x[0-9a-f]+\b")
_ROUNDS: Final = ("first", "when run again", "in reverse order")


def repeats_check(evidence: Evidence) -> Check:
    """Check that the rounds of each solution agree, and that tests keep no state."""
    runs = sum(map(len, evidence.rounds.values()))
    return Check(
        id="repeats",
        claim=f"{counted(runs, 'run')}, each solution twice and in reverse, are alike",
        faults=(*_state(evidence), *_differences(evidence)),
    )


def _state(evidence: Evidence) -> Iterator[AuthorFault]:
    if not evidence.proved.stateful:
        return
    problem = evidence.problem
    paths = (problem.examples, problem.folder / "test_hidden.py")
    suspects = [
        (path, state) for path in paths for state in module_state(read_text(path))
    ]
    for path, state in suspects:
        users = f" (used by {', '.join(state.tests)})" if state.tests else ""
        found = f"{state.name} changes while the tests run{users}"
        do = f"make {state.name} inside the test or in a fixture"
        yield evidence.fault(path, state.line, found, do)
    if not suspects:
        found = "something outside the test functions changes while the tests run"
        do = "look for default arguments and attributes of functions and classes"
        yield evidence.fault(problem.folder, None, found, do)


def _differences(evidence: Evidence) -> Iterator[AuthorFault]:
    """Find tests that end differently for the same solution; one fault for each."""
    told: dict[str, list[str]] = {}
    for path in evidence.rounds:
        for test, (first, *others) in evidence.runs_of(path).items():
            for name, other in zip(_ROUNDS[1:], others, strict=True):
                if _text(first) != _text(other):
                    said = (
                        f"{path.parent.name}/{path.name} gets {_said(first)} first, "
                        f"{_said(other)} {name}"
                    )
                    told.setdefault(test, []).append(said)
                    break
    for test, files in told.items():
        rest = len(files) - 1
        more = f" (and {counted(rest, 'more file')})" if rest else ""
        found = f"{test} does not repeat: {files[0]}{more}"
        do = (
            "let it depend on its own data and the rng fixture only, "
            "and the solution on its arguments"
        )
        yield evidence.fault_of(test, found, do)


def _text(test: TestResult) -> str:
    failure = test.failure
    return _MASKED.sub("#", f"{test.outcome} {test.message} {failure}")


def _said(test: TestResult) -> str:
    return f'"{test.message}"' if test.message else test.outcome.value
