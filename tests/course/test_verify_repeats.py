"""Verifying: runs of one solution are alike, and none takes long."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from grader.course.verification.evidence import Evidence
from grader.model import Outcome, TestResult
from grader.run.tasks import Report

Told = Callable[[Any], dict[str, list[str]]]

FOLDER = "problems/halve"
HIDDEN = f"{FOLDER}/test_hidden.py"


def alter(
    evidence: Evidence,
    name: str,
    round_: int,
    change: Callable[[TestResult], TestResult],
) -> Evidence:
    """Return evidence in which the tests of one round of a solution are others."""

    def altered(report: Report) -> Report:
        return replace(report, tests=tuple(map(change, report.tests)))

    rounds = {
        path: tuple(
            altered(report) if path.stem == name and number == round_ else report
            for number, report in enumerate(reports)
        )
        for path, reports in evidence.rounds.items()
    }
    return replace(evidence, rounds=rounds)


def test_tests_that_take_long(told: Told, proven: Evidence) -> None:
    """The reference's best time must be far below what students have."""
    evidence = proven
    for number in range(3):
        evidence = alter(
            evidence,
            "halve",
            number,
            lambda test: replace(
                test, wall_seconds=32.0 if test.id == "test_signs" else 0.001
            ),
        )
    assert told(evidence) == {
        "folder": [
            f"{HIDDEN}:8: the reference takes 32.0 s for test_signs, of 5.00 s that "
            "students have. do: make the test lighter, or raise wall_seconds: machines "
            "differ",
            f"{FOLDER}/problem.toml:1: the reference takes 32.0 s, of 1 m 00 s that "
            "students have. do: make the tests lighter, or raise submission_seconds",
        ]
    }


def test_one_slow_round_is_no_fault(told: Told, proven: Evidence) -> None:
    """A busy machine does not make a problem unfair."""
    evidence = alter(proven, "halve", 0, lambda test: replace(test, wall_seconds=32.0))
    assert told(evidence) == {}


def test_a_text_that_does_not_repeat(told: Told, proven: Evidence) -> None:
    """Two runs of a solution must say the same of a test, times and addresses aside."""

    def luck(test: TestResult) -> TestResult:
        if test.id != "test_signs":
            return test
        message = "17 for 18, after 12 ms, of <A at 0x7f0012345678>"
        return replace(test, outcome=Outcome.FAILED, message=message)

    def more_luck(test: TestResult) -> TestResult:
        message = luck(test).message.replace("12 ms", "13 ms").replace("0012", "0013")
        return replace(luck(test), message=message)

    first, again = alter(proven, "whole", 0, luck), alter(proven, "whole", 0, luck)
    for number in (1, 2):
        again = alter(again, "whole", number, more_luck)
    assert told(again) == {}
    assert told(first) == {
        "repeats": [
            f"{HIDDEN}:8: test_signs does not repeat: wrong/whole.py gets "
            '"17 for 18, after 12 ms, of <A at 0x7f0012345678>" first, "[0]: 0.0 for '
            '0.5, off by 0.5" when run again. do: let it depend on its own data and '
            "the rng fixture only, and the solution on its arguments"
        ]
    }


def test_hidden_state(told: Told, proven: Evidence) -> None:
    """State that no name at the top of a file holds is told of all the same."""
    evidence = replace(proven, proved=replace(proven.proved, stateful=True))
    assert told(evidence) == {
        "repeats": [
            f"{FOLDER}: something outside the test functions changes while the "
            "tests run. do: look for default arguments and attributes of functions and "
            "classes"
        ]
    }
