"""A small fair problem, and what verification says of it when one thing is broken."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from pathlib import Path

import pytest

from grader.course.verification.evidence import Evidence, gather
from grader.course.verification.examples import parse
from grader.course.verification.sources import read_tests
from grader.course.verify import CHECKS, verify
from grader.export.verification import Check, Verification
from grader.problems import Problem, load, variants

FILES = {
    "problems/halve/problem.toml": """\
title = "Half of each value"
unit = "first_unit"
difficulty = "easy"
minutes = 5
hidden_tests = 3

[[categories]]
id = "values"
title = "The halves are right"
points = 2
hint = "Halve one value on paper."

[[categories]]
id = "kept"
title = "The values stay as they are"
points = 1
hint = "Look at the argument after the call."
""",
    "problems/halve/statement.md": """\
Write `halve(values)`: it returns a list with half of each value.

```python
>>> halve([2.0, 4.5])
[1.0, 2.25]
```
""",
    "problems/halve/stub.py": '''\
def halve(values):
    """Return half of each value, as a list."""
    raise NotImplementedError
''',
    "problems/halve/test_examples.py": '''\
from grader.testing import assert_close


def test_two_halves(student):
    """Two values are halved."""
    assert_close(student.halve([2.0, 4.5]), [1.0, 2.25])
''',
    "problems/halve/test_hidden.py": '''\
import numpy as np
import pytest

from grader.testing import assert_close, assert_unchanged


@pytest.mark.category("values")
def test_signs(student):
    """Values of either sign are halved."""
    assert_close(student.halve([1.0, -5.0]), [0.5, -2.5])


@pytest.mark.category("values")
def test_digits(student):
    """All digits are kept."""
    assert_close(student.halve([2.4691356]), [1.2345678])


@pytest.mark.category("kept")
def test_argument(student):
    """The argument stays as it is."""
    student.halve(np.array([2.0, 4.0]))
    assert_unchanged(student)
''',
    "problems/halve/hints.md": """\
## One value

What is half of it?

## All values

Use a list comprehension.

## A new list

Build a new list.
""",
    "problems/halve/right/map.py": """\
# style: map instead of a comprehension
def halve(values):
    return list(map(lambda value: 0.5 * value, values))
""",
    "problems/halve/wrong/whole.py": """\
# loses: values
# message: You divide without a remainder.
def halve(values):
    return [float(value // 2) for value in values]
""",
    "problems/halve/wrong/in_place.py": """\
# loses: kept
# message: You overwrite the values of the caller.
def halve(values):
    for index in range(len(values)):
        values[index] /= 2
    return list(values)
""",
    "solutions/halve.py": '''\
def halve(values):
    """Return half of each value, as a list."""
    return [value / 2 for value in values]
''',
    "solutions/halve.md": "Halve the values one by one.\n",
}


class Halve:
    """The problem in a folder of its own; ``proven`` is what runs of it gave."""

    def __init__(self, root: Path, proven: Evidence) -> None:
        self.root = root
        self.folder = root / "problems/halve"
        self._proven = proven

    @property
    def problem(self) -> Problem:
        """The problem as it is now."""
        return load(self.folder)

    def change(self, name: str, old: str, new: str) -> None:
        """Change one thing in a file, named from the problem's folder."""
        path = self.folder / name
        text = path.read_text(encoding="utf-8")
        assert text.count(old) == 1
        path.write_text(text.replace(old, new), encoding="utf-8")

    def verify(self) -> Verification:
        """Run everything."""
        return verify(self.problem, isolation="none")

    def faults(self) -> dict[str, list[str]]:
        """Run everything; return the faults by check."""
        return faults_by_check(self.verify().checks)

    def text_faults(self) -> dict[str, list[str]]:
        """Take the runs of the fair problem for those of this one."""
        problem = self.problem
        home = self._proven.problem.folder.parent.parent
        evidence = replace(
            self._proven,
            problem=problem,
            right=variants(problem, "right"),
            wrong=variants(problem, "wrong"),
            sources=(
                *read_tests(problem.examples),
                *read_tests(self.folder / "test_hidden.py"),
            ),
            statement=parse(problem.statement(), ["halve"]),
            rounds={
                self.root / path.relative_to(home): rounds
                for path, rounds in self._proven.rounds.items()
            },
        )
        return faults_by_check(check(evidence) for check in CHECKS)


def faults_by_check(checks: Iterable[Check]) -> dict[str, list[str]]:
    """Return the text of all faults."""
    return {
        check.id: [
            f"{each.place}: {each.found}. do: {each.do}" for each in check.faults
        ]
        for check in checks
        if not check.passed
    }


def written(root: Path) -> Path:
    """Write the files of the fair problem."""
    for name, text in FILES.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return root


@pytest.fixture(scope="session")
def proven(tmp_path_factory: pytest.TempPathFactory) -> Evidence:
    """Run the fair problem once."""
    root = written(tmp_path_factory.mktemp("fair"))
    return gather(load(root / "problems/halve"), isolation="none", jobs=1)


@pytest.fixture
def halve(tmp_path: Path, proven: Evidence) -> Halve:
    """Write the fair problem, to break it."""
    return Halve(written(tmp_path), proven)


@pytest.fixture
def told() -> Callable[[Verification | Evidence], dict[str, list[str]]]:
    """Return what gives the faults by check, of a record or of evidence."""

    def told(found: Verification | Evidence) -> dict[str, list[str]]:
        if isinstance(found, Verification):
            return faults_by_check(found.checks)
        return faults_by_check(check(found) for check in CHECKS)

    return told
