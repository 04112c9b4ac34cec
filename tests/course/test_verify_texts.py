"""Verifying: what students read is finished and gives nothing hidden away."""

from typing import Any

import pytest

FOLDER = "problems/halve"
HIDDEN = f"{FOLDER}/test_hidden.py"


def test_a_statement_without_examples(halve: Any) -> None:
    """A statement shows at least one call and its value."""
    (halve.folder / "statement.md").write_text("Write `halve(values)`.\n")
    assert halve.text_faults() == {
        "statement": [
            f"{FOLDER}/statement.md: it has no example. do: show a call in a "
            "```python block: >>> halve(…) and its value"
        ]
    }


def test_an_example_of_another_function(halve: Any) -> None:
    """What the stub does not define cannot be an example."""
    halve.change("statement.md", ">>> halve(", ">>> half(")
    assert halve.text_faults() == {
        "statement": [
            f"{FOLDER}/statement.md:4: half([2.0, 4.5]) calls half, which the stub "
            "does not define. do: call a function of the stub: halve"
        ]
    }


def test_two_hints(halve: Any) -> None:
    """A ladder has at least three rungs."""
    halve.change("hints.md", "## A new list\n\n", "")
    assert halve.text_faults() == {
        "hints": [
            f"{FOLDER}/hints.md: it has 2 hints. do: write at least 3, the "
            "mildest first"
        ]
    }


@pytest.mark.parametrize(
    ("name", "old", "line"),
    [
        ("hints.md", "Use a list", 7),
        ("statement.md", "half of each", 1),
        ("stub.py", "half of each", 2),
        ("problem.toml", "Look at the argument", 17),
        ("wrong/whole.py", "You divide", 2),
    ],
)
@pytest.mark.parametrize("number", ["2.4691356", "1.2346", "-1.23457e0"])
def test_a_hidden_number_given_away(
    halve: Any, name: str, old: str, line: int, number: str
) -> None:
    """No text for students has a number of the hidden tests, rounded or not."""
    halve.change(name, old, f"{number} {old}")
    assert halve.text_faults() == {
        "hints": [
            f"{FOLDER}/{name}:{line}: {number.lstrip('-')} gives a number of the "
            "hidden tests away. do: take another number, or put it into the examples "
            "too"
        ]
    }


@pytest.mark.parametrize(
    "number", ["1.235", "1.23456", "12345.678", "x1.2346", "2000000"]
)
def test_numbers_that_give_nothing_away(halve: Any, number: str) -> None:
    """Other numbers and those of few digits may stand in a hint."""
    halve.change("hints.md", "Use a list", f"{number} a list")
    assert halve.text_faults() == {}


def test_a_hidden_number_that_the_examples_show(halve: Any) -> None:
    """What students have in the examples may be said again."""
    halve.change("hints.md", "Use a list", "1.23457 a list")
    halve.change("test_examples.py", "4.5]", "1.2345678]")
    assert halve.text_faults() == {}


def test_a_long_title(halve: Any) -> None:
    """A title fits in a list."""
    halve.change("problem.toml", "Half of each value", "H" * 61)
    assert halve.text_faults() == {
        "texts": [
            f"{FOLDER}/problem.toml:1: the title has 61 characters. do: shorten it "
            "to 60: it stands in lists and tables"
        ]
    }


def test_an_unfinished_statement(halve: Any) -> None:
    """A TODO is found by its line."""
    halve.change(
        "statement.md",
        "\n\n```python",
        "\n\nTODO: more\n\n```python",
    )
    assert halve.text_faults() == {
        "texts": [f"{FOLDER}/statement.md:3: it has a TODO. do: finish the statement"]
    }


def test_a_stub_without_a_docstring(halve: Any) -> None:
    """The stub says what the function takes and returns."""
    halve.change(
        "stub.py",
        '    """Return half of each value, as a list."""\n',
        "",
    )
    assert halve.text_faults() == {
        "texts": [
            f"{FOLDER}/stub.py:1: halve has no docstring. do: say what it takes and "
            "returns, each with shape and unit"
        ]
    }


def test_a_stub_of_another_signature(halve: Any) -> None:
    """The reference takes what the stub takes, defaults included."""
    halve.change("stub.py", "values):", "values, tol=1e-6):")
    assert halve.text_faults() == {
        "texts": [
            "solutions/halve.py:1: the reference has halve(values), the stub "
            "halve(values, tol=1e-6). do: make the two the same"
        ]
    }
    halve.change("../../solutions/halve.py", "values):", "values, tol=0.000001):")
    assert halve.text_faults() == {}


def test_a_function_that_the_reference_lacks(halve: Any) -> None:
    """All functions of the stub are in the reference."""
    with (halve.folder / "stub.py").open("a") as file:
        file.write('def double(values):\n    """Return twice."""\n')
    assert halve.text_faults() == {
        "texts": [
            "solutions/halve.py: the reference has no def of double, which the stub "
            "asks for. do: define it as the stub does"
        ]
    }


def test_stray_files(halve: Any) -> None:
    """What is no part of a problem is named, a folder once."""
    folder = halve.folder
    (folder / "__pycache__").mkdir()
    (folder / "__pycache__/stub.pyc").write_text("")
    (folder / "notes.txt").write_text("")
    (folder / "stub.py.orig").write_text("")
    (folder / "wrong/.DS_Store").write_text("")
    (folder / "right/old").mkdir()
    (folder / "support.py").write_text("")
    (folder / "figure.json").mkdir()
    belong = (
        "problem.toml, statement.md, stub.py, test_examples.py, test_hidden.py, "
        "hints.md, support.py, figure.json, right/*.py and wrong/*.py belong here"
    )
    assert halve.text_faults() == {
        "folder": [
            f"{FOLDER}/__pycache__: a stray folder. do: delete it",
            f"{FOLDER}/figure.json: a stray folder. do: move it away: {belong}",
            f"{FOLDER}/notes.txt: a stray file. do: move it away: {belong}",
            f"{FOLDER}/right/old: a stray folder. do: move it away: {belong}",
            f"{FOLDER}/stub.py.orig: a stray file. do: move it away: {belong}",
            f"{FOLDER}/wrong/.DS_Store: a stray file. do: move it away: {belong}",
        ]
    }


def test_missing_variants(halve: Any) -> None:
    """A problem without known-right and known-wrong solutions is not proved."""
    for path in (halve.folder).glob("*/*.py"):
        path.unlink()
    assert halve.text_faults()["folder"] == [
        f"{FOLDER}/right: there is no right file. do: write a correct solution in "
        "another style: do the tests accept it?",
        f"{FOLDER}/wrong: there is no wrong file. do: write a solution with a "
        "mistake that students make: do the tests see it?",
    ]


def test_limits_that_contradict_each_other(halve: Any) -> None:
    """One test cannot take longer than all, nor print less than is kept."""
    with (halve.folder / "problem.toml").open("a") as file:
        file.write("[limits]\nwall_seconds = 90\noutput_bytes = 1000\n")
    assert halve.text_faults() == {
        "folder": [
            f"{FOLDER}/problem.toml:19: one test may take 1 m 30 s, all tests "
            "together 1 m 00 s. do: raise submission_seconds or lower wall_seconds",
            f"{FOLDER}/problem.toml:18: 65536 bytes of output are kept, but a test "
            "is stopped at 1000. do: lower output_kept_bytes",
        ]
    }
