"""The headers of known-wrong and known-right solutions."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import ProblemBroken
from grader.problems import Variant, load, variants

MakeProblem = Callable[..., Path]


def write(folder: Path, name: str, text: str) -> Path:
    """Write one variant of a problem."""
    path = folder / name
    path.parent.mkdir(exist_ok=True)
    path.write_text(text)
    return path


def faults(folder: Path, text: str, kind: str = "wrong") -> list[str]:
    """Return the faults of one header, without the path."""
    path = write(folder, f"{kind}/v.py", text)
    with pytest.raises(ProblemBroken) as raised:
        variants(load(folder), "wrong" if kind == "wrong" else "right")
    return [str(fault).removeprefix(f"{path}") for fault in raised.value.faults]


def test_wrong_and_right_variants(make_problem: MakeProblem) -> None:
    """Each kind is read by name, with what its header says."""
    folder = make_problem()
    second = write(
        folder,
        "wrong/b.py",
        "#!/usr/bin/env python\n\n# loses: values, zero\n# message: You add\n"
        "#   one: wrong.\n# An ordinary remark.\n#   no part of the message\n"
        "def twice(x):\n    # loses: nothing\n    return x + 1\n",
    )
    first = write(
        folder, "wrong/a.py", "# message: No.\n# loses: zero\ndef twice(x): ...\n"
    )
    right = write(folder, "right/c.py", "# style: by adding\ntwice = lambda x: x + x\n")
    write(folder, "wrong/notes.txt", "not a variant")
    problem = load(folder)
    assert variants(problem, "wrong") == (
        Variant(name="a", path=first, loses=("zero",), message="No.", style=""),
        Variant(
            name="b",
            path=second,
            loses=("values", "zero"),
            message="You add one: wrong.",
            style="",
        ),
    )
    assert variants(problem, "right") == (
        Variant(name="c", path=right, loses=(), message="", style="by adding"),
    )


def test_a_problem_without_variants(make_problem: MakeProblem) -> None:
    """A public edition, or a problem in its beginnings, has none."""
    assert variants(load(make_problem()), "wrong") == ()


def test_a_header_that_says_nothing(make_problem: MakeProblem) -> None:
    """What is missing is told with what belongs there, on the line to look at."""
    assert faults(make_problem(), "def twice(x): ...\n# loses: zero\n") == [
        ':1: expected a line "# loses: …" at the top: the ids of the categories that '
        "it must lose",
        ':1: expected a line "# message: …" at the top: one sentence for the student '
        "who made this mistake",
    ]


def test_a_header_with_slips(make_problem: MakeProblem) -> None:
    """A misspelt key, an empty value and an unknown category are told at once."""
    folder = make_problem()
    assert faults(folder, "# remark\n# loses: zeros, x\n# mesage: a\nx = 1\n") == [
        ':1: expected a line "# message: …" at the top: one sentence for the student '
        'who made this mistake, found "# mesage: "',
        ':2: no category "zeros": did you mean "zero"?',
        ':2: no category "x": expected one of values, zero',
    ]
    assert faults(folder, "#\n# style:\nx = 1\n", "right") == [
        ':2: expected a line "# style: …" at the top: in what way this solution '
        "differs from the reference"
    ]


def test_a_variant_that_is_empty(make_problem: MakeProblem) -> None:
    """A file without text is a fault of its own."""
    assert faults(make_problem(), "") == [":1: empty: a wrong solution"]
