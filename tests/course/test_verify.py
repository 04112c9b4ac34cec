"""Verifying: a problem is run, and what is wrong with its runs is told."""

import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.course.verification.evidence import count_runs
from grader.course.verify import verify
from grader.errors import ProblemBroken, UsageError
from grader.export.verification import HiddenTest, Kill
from grader.problems import load, locate, public_files

Told = Callable[[Any], dict[str, list[str]]]

FOLDER = "problems/halve"
HIDDEN = f"{FOLDER}/test_hidden.py"


def test_a_fair_problem(told: Told, halve: Any) -> None:
    """Each check of a fair problem holds, and the record counts what was run."""
    seen: list[str] = []
    problem = halve.problem
    found = verify(problem, isolation="none", jobs=2, after_run=seen.append)
    assert told(found) == {}
    assert found.fair
    assert [check.claim for check in found.checks] == [
        "the reference passes 4 of 4 tests",
        "the stub fails 4 of 4 tests",
        "1 of 1 right files pass every test",
        "2 of 2 wrong files lose each category that they name",
        "a wrong file fails 3 of 3 hidden tests and names 2 of 2 categories",
        "3 hidden tests in 2 categories and 1 example, each with a sentence of its own",
        "the reference agrees with 1 of 1 examples in the statement",
        "3 hints and the statement give no hidden number away",
        "no stray file among 9 files, none missing; limits are sane",
        "12 runs, each solution twice and in reverse, are alike",
        "the title is short, the statement finished, the stub fits the reference",
    ]
    assert found.kills == (
        Kill(
            name="in_place", named=("kept",), lost=("kept",), failed=("test_argument",)
        ),
        Kill(
            name="whole",
            named=("values",),
            lost=("values",),
            failed=("test_signs", "test_digits"),
        ),
    )
    assert found.hidden_tests == (
        HiddenTest(id="test_signs", category="values"),
        HiddenTest(id="test_digits", category="values"),
        HiddenTest(id="test_argument", category="kept"),
    )
    assert (found.examples, found.right, found.wrong, found.runs) == (1, 1, 2, 12)
    assert (found.problem, found.isolation) == ("halve", "none")
    assert sorted(seen) == sorted(["halve", "map", "in_place", "whole"] * 3)
    assert count_runs(problem) == 12
    assert json.loads(json.dumps(found.to_json()))["fair"] is True


def test_gradient_check_is_fair(told: Told) -> None:
    """The repository's own problem is fair."""
    library = locate(None, None, Path(__file__).parent)
    found = verify(
        library.find("gradient_check"), isolation="none", jobs=os.cpu_count() or 1
    )
    assert told(found) == {}
    assert (len(found.hidden_tests), found.examples) == (12, 3)


def test_a_wrong_value_in_a_hidden_test(told: Told, halve: Any) -> None:
    """A right value that is wrong shows as a test that the reference fails, only so."""
    halve.change("test_hidden.py", "[0.5, -2.5]", "[0.5, -2.6]")
    found = halve.verify()
    assert found.checks[0].claim == "the reference passes 3 of 4 tests"
    assert told(found) == {
        "reference": [
            f"{HIDDEN}:8: the reference fails test_signs: [1]: -2.5 for -2.6, off by "
            "0.1. do: correct the test, or the reference in solutions/halve.py"
        ]
    }


def test_a_reference_that_is_not_written(halve: Any) -> None:
    """A reference that fails everything for one reason is one fault."""
    halve.change(
        "../../solutions/halve.py", "return [value / 2", "raise KeyError [value / 2"
    )
    halve.change(
        "../../solutions/halve.py", "raise KeyError [", "raise LookupError\n    ["
    )
    assert halve.faults()["reference"] == [
        "solutions/halve.py: the reference fails every test: LookupError. "
        "do: write the solution"
    ]


def test_no_reference(told: Told, halve: Any) -> None:
    """Without a reference and its walkthrough all that needs none is still checked."""
    (halve.root / "solutions/halve.py").unlink()
    (halve.root / "solutions/halve.md").unlink()
    found = halve.verify()
    assert found.checks[0].claim == "the reference passes 0 of 4 tests"
    assert told(found) == {
        "reference": [
            "solutions/halve.py: there is no reference solution. "
            "do: write it: it must pass every test",
            "solutions/halve.md: there is no walkthrough. do: write the walkthrough: "
            "how one arrives at the solution, and the traps",
        ]
    }


def test_a_test_that_the_stub_passes(halve: Any) -> None:
    """A test that looks at nothing is named."""
    halve.change(
        "test_hidden.py",
        "    student.halve(np.array([2.0, 4.0]))\n",
        "    np.zeros(1)\n",
    )
    assert halve.faults()["stub"] == [
        f"{HIDDEN}:20: the stub passes test_argument. "
        "do: make the test look at what the student's code returns"
    ]


def test_a_right_file_that_loses_a_test(halve: Any) -> None:
    """The test that a right file loses is named, with its reason."""
    halve.change("right/map.py", "0.5 * value", "round(0.5 * value, 3)")
    assert halve.faults() == {
        "right": [
            f"{FOLDER}/right/map.py: it loses test_digits (values): [0]: 1.235 for "
            "1.2345678, off by 0.000432. do: make the test accept it if it is right, "
            "else move it to wrong/"
        ]
    }


def test_a_wrong_file_that_keeps_a_category(halve: Any) -> None:
    """A category that a wrong file names must be lost."""
    halve.change("wrong/whole.py", "loses: values", "loses: values, kept")
    assert halve.faults() == {
        "wrong": [
            f"{FOLDER}/wrong/whole.py:1: its header names kept, but it loses "
            "values. do: add a test of kept that this mistake fails, or correct the "
            "header"
        ]
    }


def test_a_category_besides(told: Told, halve: Any) -> None:
    """What a wrong file loses without naming it is no fault, but kept in the record."""
    halve.change(
        "wrong/in_place.py",
        "values[index] /= 2",
        "values[index] = min(values[index] / 2, 1.0)",
    )
    found = halve.verify()
    assert told(found) == {}
    assert found.kills[0] == Kill(
        name="in_place",
        named=("kept",),
        lost=("values", "kept"),
        failed=("test_digits", "test_argument"),
    )


def test_a_category_that_no_wrong_file_names(halve: Any) -> None:
    """It is not enough that a category is lost besides."""
    path = "wrong/in_place.py"
    halve.change(path, "/= 2", "= min(values[index] / 2, 1.0)")
    halve.change(path, "loses: kept", "loses: values")
    assert halve.faults() == {
        "kills": [
            f"{FOLDER}/problem.toml:14: no wrong file names the category kept and "
            'loses it. do: write one, with "# loses: kept" at its top'
        ]
    }


def test_a_test_that_no_wrong_file_fails(halve: Any) -> None:
    """A test must be failed by a wrong file that does not fail every test."""
    halve.change("test_hidden.py", "[2.4691356]), [1.2345678]", "[4.0]), [2.0]")
    (halve.folder / "wrong/nothing.py").write_text(
        "# loses: values, kept\n# message: You return nothing.\n"
        "def halve(values):\n    values[0] = 9.0\n"
    )
    assert halve.faults() == {
        "kills": [
            f"{HIDDEN}:14: no wrong file fails test_digits (those that fail every test "
            "aside). do: write one with the mistake that it is there for, or drop the "
            "test"
        ]
    }


def test_state_at_module_level(halve: Any) -> None:
    """A list that tests fill is named, with the tests that use it."""
    halve.change(
        "test_hidden.py", "import numpy", "CALLS = []\nA = (1, 2)\nimport numpy"
    )
    halve.change(
        "test_hidden.py",
        "    student.halve(np",
        "    CALLS.append(A)\n    student.halve(np",
    )
    assert halve.faults() == {
        "repeats": [
            f"{HIDDEN}:1: CALLS changes while the tests run (used by test_argument). "
            "do: make CALLS inside the test or in a fixture"
        ]
    }


def test_tests_that_depend_on_their_order(halve: Any) -> None:
    """A test that passes only after another one is named."""
    halve.change("test_hidden.py", "import numpy", "CALLS = []\nimport numpy")
    halve.change(
        "test_hidden.py",
        "    assert_close(student.halve([1",
        "    CALLS.append(1)\n    assert_close(student.halve([1",
    )
    halve.change(
        "test_hidden.py",
        "    student.halve(np",
        "    assert CALLS, 'no calls'\n    student.halve(np",
    )
    assert halve.faults()["repeats"][1:] == [
        f"{HIDDEN}:22: test_argument does not repeat: solutions/halve.py gets passed "
        'first, "no calls" in reverse order (and 3 more files). do: let it depend on '
        "its own data and the rng fixture only, and the solution on its arguments"
    ]


def test_an_example_of_the_statement_that_is_wrong(halve: Any) -> None:
    """The statement's examples are run on the reference, each by itself."""
    (halve.folder / "statement.md").write_text(
        "```python\n>>> data = [2.0, 4.5]\n>>> halve(data)\n[1.0, 2.3]\n"
        ">>> halve([3.333])\n[1.66649]\n>>> halve(3)\n"
        "Traceback (most recent call last):\nValueError: a number\n```\n"
    )
    assert halve.faults() == {
        "statement": [
            f"{FOLDER}/statement.md:3: halve(data) is not as shown: [1]: 2.25 for "
            "2.3, off by 0.05. do: show what the reference returns, or correct the "
            "reference",
            f"{FOLDER}/statement.md:7: halve(3) is not as shown: TypeError: 'int' "
            "object is not iterable is raised, but ValueError: a number is shown. do: "
            "show what the reference returns, or correct the reference",
        ]
    }


def test_tests_that_cannot_be_collected(halve: Any) -> None:
    """A test file that does not parse is not fit to be verified."""
    halve.change("test_hidden.py", "test_signs(student):", "test_signs(student)")
    with pytest.raises(ProblemBroken, match="SyntaxError: expected ':'") as raised:
        halve.verify()
    assert raised.value.problem == "halve"


def test_a_reference_that_is_no_text(halve: Any) -> None:
    """A reference that cannot be read is not fit to be verified."""
    (halve.root / "solutions/halve.py").write_bytes(b"# caf\xe9\n")
    with pytest.raises(ProblemBroken) as raised:
        halve.verify()
    assert str(raised.value) == (
        f"{halve.root}/solutions/halve.py:1: not UTF-8: byte 0xe9; save it as UTF-8"
    )


def test_a_public_edition(halve: Any) -> None:
    """What students have cannot be verified."""
    folder = halve.root / "given/halve"
    folder.mkdir(parents=True)
    for name, content in public_files(halve.problem).items():
        (folder / name).write_bytes(content)
    with pytest.raises(UsageError) as raised:
        verify(load(folder), isolation="none")
    assert str(raised.value) == (
        f"halve is here without its hidden tests ({folder}): "
        "name the folder that has them with --problems DIR"
    )
