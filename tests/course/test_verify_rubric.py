"""Verifying: the tests and the rubric agree, and each test says what it is about."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest

from grader.course.verification.evidence import Evidence
from grader.run.tasks import TestInfo

Told = Callable[[Any], dict[str, list[str]]]

FOLDER = "problems/halve"
HIDDEN = f"{FOLDER}/test_hidden.py"


def test_the_number_of_hidden_tests(halve: Any) -> None:
    """Students are promised as many tests as there are."""
    halve.change("problem.toml", "hidden_tests = 3", "hidden_tests = 4")
    assert halve.text_faults() == {
        "tests": [
            f"{FOLDER}/problem.toml:5: it promises 4 hidden tests, there are 3. "
            "do: write hidden_tests = 3"
        ]
    }


def with_test(proven: Evidence, name: str, **changes: Any) -> Evidence:
    """Return evidence in which one test was collected in another way."""
    tests = tuple(
        replace(test, **changes) if test.id == name else test
        for test in proven.proved.tests
    )
    return replace(proven, proved=replace(proven.proved, tests=tests))


def test_a_test_without_a_category(told: Told, proven: Evidence) -> None:
    """Each hidden test needs a category."""
    assert told(with_test(proven, "test_signs", category=None))["tests"] == [
        f"{HIDDEN}:8: test_signs has no category. do: mark it with "
        '@pytest.mark.category("…"), one of values, kept'
    ]


def test_an_unknown_category(told: Told, proven: Evidence) -> None:
    """The category that was probably meant is named."""
    assert told(with_test(proven, "test_signs", category="value"))["tests"] == [
        f"{HIDDEN}:8: test_signs has the unknown category value. do: write values"
    ]


def test_an_unknown_category_like_no_other(told: Told, proven: Evidence) -> None:
    """If none was probably meant, all are named."""
    assert told(with_test(proven, "test_signs", category="q"))["tests"] == [
        f"{HIDDEN}:8: test_signs has the unknown category q. do: write one of values, "
        "kept, or add it to the rubric"
    ]


def test_two_categories(halve: Any) -> None:
    """A hidden test counts in one category only."""
    halve.change(
        "test_hidden.py",
        '@pytest.mark.category("kept")\n',
        '@pytest.mark.category("kept")\n@pytest.mark.category("values")\n',
    )
    assert halve.text_faults() == {
        "tests": [
            f"{HIDDEN}:21: test_argument has 2 categories: kept, values. do: keep one"
        ]
    }


def test_a_category_without_a_test(told: Told, proven: Evidence) -> None:
    """Nobody can earn the points of a category without a test."""
    assert told(with_test(proven, "test_argument", category="values"))["tests"] == [
        f"{FOLDER}/problem.toml:14: no test has the category kept. do: write one, "
        "or drop the category: nobody can earn its points"
    ]


def test_a_test_worth_nothing(told: Told, proven: Evidence) -> None:
    """Own points that leave nothing for the others are a fault."""
    assert told(with_test(proven, "test_signs", points=2.0))["tests"] == [
        f"{HIDDEN}:14: test_digits is worth 0 points. do: give it a positive share of "
        "its category's points"
    ]


def test_points_that_do_not_add_up(told: Told, proven: Evidence) -> None:
    """The points of a category are those of its tests."""
    assert told(with_test(proven, "test_argument", points=0.5))["tests"] == [
        f"{FOLDER}/problem.toml:16: the tests of kept are worth 0.5 points, the "
        "category 1. do: make the two equal"
    ]


def test_an_example_with_a_category(halve: Any) -> None:
    """Examples are worth no points."""
    halve.change(
        "test_examples.py",
        "\n\n\ndef",
        '\nimport pytest\n\n@pytest.mark.category("kept")\ndef',
    )
    assert halve.text_faults() == {
        "tests": [
            f"{FOLDER}/test_examples.py:5: the example test_two_halves has a "
            "category. do: take the mark off: examples are worth no points"
        ]
    }


def test_no_example(told: Told, proven: Evidence) -> None:
    """Students need an example."""
    tests = tuple(test for test in proven.proved.tests if not test.visible)
    evidence = replace(proven, proved=replace(proven.proved, tests=tests))
    assert told(evidence)["tests"] == [
        f"{FOLDER}/test_examples.py: there is no example test. do: write one: "
        "students see only what the examples show"
    ]


def test_an_id_in_both_files(told: Told, proven: Evidence) -> None:
    """An id names one test."""
    twin = TestInfo(
        id="test_signs", title="Twin", category=None, visible=True, points=None
    )
    tests = (*proven.proved.tests, twin)
    evidence = replace(proven, proved=replace(proven.proved, tests=tests))
    assert told(evidence)["tests"] == [
        f"{HIDDEN}:8: 2 tests have the id test_signs. do: rename all but one"
    ]


def test_a_test_that_hides_another(halve: Any) -> None:
    """Of two functions with one name only the second one runs."""
    halve.change("test_hidden.py", "def test_digits", "def test_signs")
    assert halve.text_faults()["tests"] == [
        f"{HIDDEN}:14: test_signs is defined again, so the first one never runs. "
        "do: rename one of them"
    ]


@pytest.mark.parametrize(
    ("docstring", "found"),
    [
        ("", "test_signs has no docstring"),
        (
            "the sign",
            'test_signs has a docstring whose first line is no sentence: "the sign"',
        ),
        (
            "Values that go on\n    and on.",
            "test_signs has a docstring whose first line is no sentence: "
            '"Values that go on"',
        ),
        (
            f"V{'a' * 87}.",
            "test_signs has a docstring of 89 characters, at most 88 fit",
        ),
    ],
)
def test_docstrings(halve: Any, docstring: str, found: str) -> None:
    """What a person reads of a test is one short sentence."""
    halve.change("test_hidden.py", "Values of either sign are halved.", docstring)
    assert halve.text_faults() == {
        "tests": [
            f"{HIDDEN}:8: {found}. do: write one short sentence: it is what a person "
            "reads of the test"
        ]
    }


def test_a_docstring_twice(halve: Any) -> None:
    """No two tests read the same."""
    halve.change("test_hidden.py", "All digits are kept.", "Two values are halved.")
    assert halve.text_faults() == {
        "tests": [
            f"{HIDDEN}:14: test_digits has the docstring of test_two_halves. "
            "do: say how the two differ"
        ]
    }
