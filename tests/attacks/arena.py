"""The place of a run: a course, a home and submissions, secrets and victims in them."""

import contextlib
import os
import secrets
import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from tests.attacks.people import ROOT, Person

__all__ = ["LIMITS", "Arena", "arena"]

LIMITS = {
    "wall_seconds": 0.5,
    "cpu_seconds": 2,
    "address_space_bytes": 1 << 28,
    "submission_seconds": 1.0,
}

_TESTS = '''"""Hidden. HIDDEN-TESTS-MARKER {secret}"""

import pytest

from grader.testing import assert_close


@pytest.mark.category("values")
@pytest.mark.parametrize(
    ("numeric", "expected"),
    [
        ([3.0, 4.0], (0.0, True)),
        ([0.0, 0.0], (1.0, False)),
        ([-3.0, -4.0], (1.0, False)),
    ],
)
def test_value(student, numeric, expected):
    """The error of two gradients is right."""
    assert_close(student.gradient_check([3.0, 4.0], numeric), expected)
'''
_EXAMPLES = '''"""An example."""

from grader.testing import assert_close


def test_example(student):
    """Two gradients of one entry."""
    assert_close(student.gradient_check([2.0], [1.0]), (1 / 3, False))
'''
_SETTINGS = """title = "Gradient check"
unit = "finite_differences"
difficulty = "easy"
minutes = 20
hidden_tests = 3
needs = []
seed_per_student = false

[[categories]]
id = "values"
title = "Values"
points = 3
hint = "Work an example out by hand."

[limits]
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Arena:
    """A folder with a course, a home and submissions, and secrets in all of them."""

    folder: Path
    person: Person
    secrets: Mapping[str, str]

    @property
    def results(self) -> Path:
        """The only folder that a run may write to."""
        return self.folder / "results"

    @property
    def scratch(self) -> Path:
        """A folder for what the command makes for itself."""
        return self.folder / "scratch"

    @property
    def submissions(self) -> Path:
        """The inbox."""
        return self.folder / "submissions"

    def watched(self) -> list[Path]:
        """Return the folders in which nothing may change."""
        return [path for path in self.folder.iterdir() if path != self.results]

    def hand_in(self, sources: Mapping[str, str]) -> None:
        """Write submissions; what is named @RUN@ in them is this folder."""
        for student, source in sources.items():
            text = source.replace("@RUN@", str(self.folder))
            (self.submissions / f"{student}.py").write_text(text, "utf-8")
        self.person.own(self.submissions)

    def command(self, level: str, *more: str) -> list[str]:
        """Return the words of a grade at a level."""
        unsafe = ["--unsafe-no-isolation"] if level == "none" else []
        return [
            *(*self.person.prefix, sys.executable, "-m", "grader", "grade"),
            *(str(self.submissions), "--problem", "gradient_check", "--problems"),
            *(str(self.folder / "course" / "problems"), "--isolation", level),
            *("--json", "--out", str(self.results), "--jobs", "2", *unsafe, *more),
        ]

    def environment(self) -> dict[str, str]:
        """
        Return what the command finds, a secret among it.

        Who runs the tests may run other graders too, so that one is told where to
        leave its scratch folders: what it forgets is found there.
        """
        scratch = (
            {"TMPDIR": str(self.scratch)} if self.person.uid == os.getuid() else {}
        )
        return {
            **scratch,
            "PATH": os.environ["PATH"],
            "HOME": str(self.folder / "home"),
            "LANG": "C.UTF-8",
            "COURSE_TOKEN": self.secrets["environment"],
        }


@contextlib.contextmanager
def arena(person: Person) -> Iterator[Arena]:
    """Make an arena where everybody may read: hiding it is the sandbox's business."""
    folder = Path(tempfile.mkdtemp(prefix="arena-", dir="/tmp"))
    try:
        folder.chmod(0o755)
        places = "hidden tests", "solution", "home", "neighbours", "environment"
        made = Arena(
            folder=folder,
            person=person,
            secrets={place: secrets.token_hex(8) for place in places},
        )
        _furnish(made)
        person.own(folder)
        yield made
    finally:
        shutil.rmtree(folder)


def _furnish(made: Arena) -> None:
    secret, folder = made.secrets, made.folder
    problem = folder / "course" / "problems" / "gradient_check"
    for each in (problem, folder / "course" / "solutions", folder / "home"):
        each.mkdir(parents=True)
    for each in (made.submissions, made.results, folder / "cwd", made.scratch):
        each.mkdir()
    original = ROOT / "problems" / "gradient_check"
    for name in ("statement.md", "stub.py", "hints.md"):
        shutil.copy(original / name, problem)
    limits = "".join(f"{name} = {value}\n" for name, value in LIMITS.items())
    solution = (ROOT / "solutions" / "gradient_check.py").read_text("utf-8")
    marker = f"# SOLUTION-MARKER {secret['solution']}\n"
    texts = {
        problem / "problem.toml": _SETTINGS + limits,
        problem / "test_hidden.py": _TESTS.format(secret=secret["hidden tests"]),
        problem / "test_examples.py": _EXAMPLES,
        folder / "course" / "solutions" / "gradient_check.py": solution + marker,
        folder / "home" / ".netrc": f"password {secret['home']}\n",
        folder / "roster.csv": f"student,secret\nann,{secret['neighbours']}\n",
        **{
            place / "victim.txt": "untouched\n"
            for place in (folder, folder / "home", folder / "course", made.submissions)
        },
    }
    for path, text in texts.items():
        path.write_text(text, "utf-8")
