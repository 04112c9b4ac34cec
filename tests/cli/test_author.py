"""The commands of an author, run as a person runs them."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from grader.isolation import available

Grader = Callable[..., Any]

FILES = {
    "problems/{id}/problem.toml": """\
title = "Twice a number"
unit = "first_unit"
difficulty = "easy"
minutes = 5
hidden_tests = 1

[[categories]]
id = "value"
title = "The value is right"
points = 1
hint = "Add the number to itself."
""",
    "problems/{id}/statement.md": """\
```python
>>> {id}(2)
4
```
""",
    "problems/{id}/stub.py": '''\
def {id}(x):
    """Return twice a number."""
    raise NotImplementedError
''',
    "problems/{id}/test_examples.py": '''\
def test_two(student):
    """Twice two is four."""
    assert student.{id}(2) == 4
''',
    "problems/{id}/test_hidden.py": '''\
import pytest


@pytest.mark.category("value")
def test_three(student):
    """Twice three is six."""
    assert student.{id}(3) == 6
''',
    "problems/{id}/hints.md": "## One\n\nAdd.\n\n## Two\n\nx\n\n## Three\n\nx + x\n",
    "problems/{id}/right/sum.py": """\
# style: a sum
def {id}(x):
    return x + x
""",
    "problems/{id}/wrong/square.py": """\
# loses: value
# message: You square the number.
def {id}(x):
    return x * x
""",
    "solutions/{id}.py": '''\
def {id}(x):
    """Return twice a number."""
    return 2 * x
''',
    "solutions/{id}.md": "Multiply by two.\n",
}


@pytest.fixture(name="course")
def course_(tmp_path: Path) -> Path:
    """Make a course of one fair problem."""
    add(tmp_path, "twice")
    return tmp_path


def add(course: Path, problem: str) -> None:
    """Add a fair problem."""
    for name, text in FILES.items():
        path = course / name.format(id=problem)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text.replace("{id}", problem), encoding="utf-8")


def in_course(course: Path) -> dict[str, Any]:
    """Return where to run a command."""
    return {"cwd": course, "env": {"GRADER_PROBLEMS": ""}}


def masked(text: str) -> str:
    """Return text without times, digests and the level, which differ by the run."""
    text = re.sub(r"\d+(?:\.\d+)? m?s\b", "TIME", text)
    text = re.sub(r"isolation \w+", "isolation LEVEL", text)
    return re.sub(r"sha256:[0-9a-f]{64}", "DIGEST", text)


FAIR = """\
Twice a number  twice · isolation LEVEL

  ✓ the reference passes 2 of 2 tests
  ✓ the stub fails 2 of 2 tests
  ✓ 1 of 1 right files pass every test
  ✓ 1 of 1 wrong files lose each category that they name
  ✓ a wrong file fails 1 of 1 hidden tests and names 1 of 1 categories
  ✓ 1 hidden test in 1 category and 1 example, each with a sentence of its own
  ✓ the reference agrees with 1 of 1 examples in the statement
  ✓ 3 hints and the statement give no hidden number away
  ✓ no stray file among 8 files, none missing; limits are sane
  ✓ 9 runs, each solution twice and in reverse, are alike
  ✓ the title is short, the statement finished, the stub fits the reference

             value
  square     ●
  killed by  1
  by name    1
  ● named and lost   ○ lost besides   ✗ named but not lost

twice is fair: 2 tests, 1 right, 1 wrong, 9 runs in TIME
"""


def test_verify_a_fair_problem(grader: Grader, course: Path) -> None:
    """A fair problem is told to be so, check by check, and the command is done."""
    ran = grader("verify", "twice", "--jobs", "1", **in_course(course))
    assert masked(ran.out) == FAIR
    assert ran.code == 0


def test_verify_a_problem_that_is_not_fair(grader: Grader, course: Path) -> None:
    """A wrong right value makes the command fail, and is named."""
    hidden = course / "problems/twice/test_hidden.py"
    hidden.write_text(hidden.read_text().replace("== 6", "== 7"))
    ran = grader("verify", "-q", **in_course(course))
    assert ran.code == 1
    assert ran.err == ""
    start = ran.out.index("\n  ✗ problems/")
    assert (
        masked(ran.out[start:])
        == """
  ✗ problems/twice/test_hidden.py:5  the reference fails test_three: assert 6 ==
    7
    do: correct the test, or the reference in solutions/twice.py

twice is not fair: 1 fault · 2 tests, 1 right, 1 wrong, 9 runs in TIME
"""
    )


def test_verify_with_the_tests(grader: Grader, course: Path) -> None:
    """With -v the matrix has a column for each hidden test."""
    ran = grader("verify", "twice", "-v", **in_course(course))
    assert ran.code == 0
    start = ran.out.index("             H1\n")
    assert (
        masked(ran.out[start:])
        == """\
             H1
  square     ●
  killed by  1
  ● named and lost   ○ lost besides   ✗ named but not lost

  H1  test_three  value

twice is fair: 2 tests, 1 right, 1 wrong, 9 runs in TIME
"""
    )


def test_verify_as_json(grader: Grader, course: Path) -> None:
    """The document holds all that the text shows, and nothing else is printed."""
    ran = grader("verify", "--json", "twice", **in_course(course))
    assert ran.code == 0
    document = json.loads(masked(ran.out))
    (found,) = document["verifications"]
    checks = found.pop("checks")
    assert found.pop("wall_seconds") > 0
    assert document["summary"].pop("wall_seconds") > 0
    assert document["summary"] == {"problems": 1, "fair": 1, "faults": 0}
    assert document["format_version"] == 1
    assert found == {
        "problem": "twice",
        "problem_title": "Twice a number",
        "problem_digest": "DIGEST",
        "fair": True,
        "categories": ["value"],
        "hidden_tests": [{"id": "test_three", "category": "value"}],
        "examples": 1,
        "right": 1,
        "wrong": 1,
        "runs": 9,
        "kills": [
            {
                "name": "square",
                "named": ["value"],
                "lost": ["value"],
                "failed": ["test_three"],
            }
        ],
        "isolation": available()[0],
    }
    assert [check["id"] for check in checks] == [
        *("reference", "stub", "right", "wrong", "kills", "tests", "statement"),
        *("hints", "folder", "repeats", "texts"),
    ]
    assert checks[1] == {
        "id": "stub",
        "claim": "the stub fails 2 of 2 tests",
        "passed": True,
        "faults": [],
    }


def test_verify_several(grader: Grader, course: Path) -> None:
    """A problem that cannot be collected does not keep the others from being proved."""
    for name in ("double", "lost"):
        add(course, name)
    (course / "problems/double/wrong/square.py").write_text(
        "# loses: value\n# message: No.\ndef double(x):\n    return x + x\n"
    )
    (course / "problems/lost/test_hidden.py").write_text("import nowhere\n")
    ran = grader("verify", "twice", "lost", "double", "twice", **in_course(course))
    assert ran.code == 3
    assert masked(ran.out).startswith(f"{FAIR}\n")
    assert ran.out.endswith(
        "\n\n1 of 3 problems fair; not fair: double; not fit to use: lost\n"
    )
    _, _, fault = ran.err.partition("grader: lost is not fit to use:\n")
    assert fault.endswith("ModuleNotFoundError: No module named 'nowhere'\n")


def test_verify_a_problem_that_cannot_be_loaded(grader: Grader, course: Path) -> None:
    """Faults of a folder are told before anything is run."""
    (course / "problems/twice/hints.md").unlink()
    ran = grader("verify", **in_course(course))
    assert ran.code == 3
    assert ran.out == ""
    assert ran.err == (
        "grader: twice is not fit to use:\n"
        f"  {course}/problems/twice/hints.md: missing: the hints, each below a "
        '"## " heading\n'
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["twise"], "grader: no problem 'twise': did you mean 'twice'?\n"),
        (["twice", "--jobs", "0"], "0 is not in the range x>=1.\n"),
    ],
)
def test_verify_called_wrongly(
    grader: Grader, course: Path, arguments: list[str], message: str
) -> None:
    """A wrong call is told from a problem that is not fair."""
    ran = grader("verify", *arguments, **in_course(course))
    assert ran.code == 2
    assert ran.out == ""
    assert ran.err.endswith(message)


def test_verify_what_students_have(grader: Grader, course: Path) -> None:
    """A public edition has nothing to verify."""
    grader("start", "twice", **in_course(course))
    folder = course / "twice"
    ran = grader("--problems", folder, "verify", **in_course(course))
    assert ran.code == 2
    assert ran.err == (
        f"grader: twice is here without its hidden tests ({folder}): "
        "name the folder that has them with --problems DIR\n"
    )


def test_new_and_verify(grader: Grader, course: Path) -> None:
    """A new problem can be verified at once: its solution is not written."""
    made = grader("new", "thrice", **in_course(course))
    assert made.code == 0
    assert made.out.splitlines()[0] == "made problems/thrice/problem.toml"
    assert made.out.splitlines()[-1] == "next  grader verify thrice"
    ran = grader("verify", "thrice", **in_course(course))
    assert ran.code == 1
    start = ran.out.index("  ✗ solutions/thrice.py")
    assert ran.out[start:].startswith("""\
  ✗ solutions/thrice.py  the reference fails every test: NotImplementedError:
    write the reference solution
    do: write the solution
""")


def test_template(grader: Grader, course: Path) -> None:
    """What students are given is written, and a change of a problem shows."""
    assert grader("template", **in_course(course)).code == 0
    check = grader("template", "--check", **in_course(course))
    assert (check.code, check.out) == (
        0,
        "student_template is in step with the problems\n",
    )
    (course / "problems/twice/hints.md").write_text("## One\n\nTwice.\n")
    check = grader("template", "--check", **in_course(course))
    assert (check.code, check.out) == (
        1,
        "twice/hints.md:3: expected 'Twice.', found 'Add.'\nnext  grader template\n",
    )
