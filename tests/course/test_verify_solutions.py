"""Verifying: solutions that cannot be judged, and tests that judge nobody."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.course.verification.evidence import Evidence
from grader.course.verification.reference import stub_check
from grader.course.verification.variants import kills
from grader.model import Fault, FaultKind, Outcome
from grader.run.tasks import Report

Told = Callable[[Any], dict[str, list[str]]]

FOLDER = "problems/halve"
HIDDEN = f"{FOLDER}/test_hidden.py"


FAULT = Fault(kind=FaultKind.SYNTAX, message="SyntaxError: expected ':'", line=3)


def unloaded(report: Report) -> Report:
    """Return the report of a submission that could not be loaded."""
    lost = (replace(test, outcome=Outcome.ERROR) for test in report.tests)
    return replace(report, fault=FAULT, tests=tuple(lost))


def test_a_reference_that_cannot_be_loaded(told: Told, proven: Evidence) -> None:
    """A reference that is no module is one fault, not one for each test."""
    assert proven.proved.reference is not None
    report = unloaded(proven.proved.reference)
    evidence = replace(proven, proved=replace(proven.proved, reference=report))
    assert told(evidence) == {
        "reference": [
            "solutions/halve.py:3: it cannot be loaded: SyntaxError: expected ':'. "
            "do: make it a module that can be run"
        ]
    }


def test_a_stub_that_cannot_be_loaded(told: Told, proven: Evidence) -> None:
    """A stub that fails by itself says nothing of the tests."""
    report = unloaded(proven.proved.stub)
    evidence = replace(proven, proved=replace(proven.proved, stub=report))
    assert told(evidence) == {
        "stub": [
            f"{FOLDER}/stub.py:3: it cannot be loaded: SyntaxError: expected ':'. "
            "do: make it a module that can be run"
        ]
    }


def test_a_test_that_is_skipped(told: Told, proven: Evidence) -> None:
    """A skipped test fails nobody and passes nobody."""

    def skipped(report: Report) -> Report:
        first, *others = report.tests
        skip = replace(first, outcome=Outcome.SKIPPED, message="later")
        return replace(report, tests=(skip, *others))

    assert proven.proved.reference is not None
    proved = replace(
        proven.proved,
        reference=skipped(proven.proved.reference),
        stub=skipped(proven.proved.stub),
    )
    evidence = replace(proven, proved=proved)
    file = f"{FOLDER}/test_examples.py:4"
    assert stub_check(evidence).claim == "the stub fails 3 of 4 tests"
    assert told(evidence) == {
        "reference": [
            f"{file}: the reference fails test_two_halves: later. "
            "do: correct the test, or the reference in solutions/halve.py"
        ],
        "stub": [
            f"{file}: test_two_halves is skipped: later. "
            "do: run it or drop it: nobody can earn its points"
        ],
    }


def test_a_category_that_cannot_be_judged(told: Told, proven: Evidence) -> None:
    """A test that the reference fails is the only fault, whoever names its category."""
    assert proven.proved.reference is not None
    tests = tuple(
        replace(test, outcome=Outcome.FAILED, message="no")
        if test.id == "test_argument"
        else test
        for test in proven.proved.reference.tests
    )
    report = replace(proven.proved.reference, tests=tests)
    evidence = replace(proven, proved=replace(proven.proved, reference=report))
    assert told(evidence) == {
        "reference": [
            f"{FOLDER}/test_hidden.py:20: the reference fails test_argument: no. "
            "do: correct the test, or the reference in solutions/halve.py"
        ]
    }


@pytest.mark.parametrize(
    ("name", "do"),
    [
        ("right/map.py", "make it a solution that can be run"),
        (
            "wrong/whole.py",
            "make the one mistake that its message tells of, in code that can be run",
        ),
    ],
)
def test_a_variant_that_cannot_be_loaded(
    told: Told, proven: Evidence, name: str, do: str
) -> None:
    """A variant that fails by itself proves nothing."""
    path = proven.problem.folder / name
    rounds = {**proven.rounds, path: tuple(map(unloaded, proven.rounds[path]))}
    evidence = replace(proven, rounds=rounds)
    assert told(evidence)[name.partition("/")[0]] == [
        f"{FOLDER}/{name}:3: it cannot be loaded: SyntaxError: expected ':'. do: {do}"
    ]
    assert all(kill.name != path.stem for kill in kills(evidence))


def test_the_walkthrough_is_empty(halve: Any) -> None:
    """A walkthrough of blanks is none."""
    (halve.root / "solutions/halve.md").write_text(" \n")
    assert halve.text_faults() == {
        "reference": [
            "solutions/halve.md: the walkthrough is empty. do: write the walkthrough: "
            "how one arrives at the solution, and the traps"
        ]
    }
