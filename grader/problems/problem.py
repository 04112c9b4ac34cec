"""What is known about one problem, and where its files are."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from grader.model import Limits
from grader.problems.hints import Rung, parse_rungs
from grader.problems.signatures import Function
from grader.problems.text import read_text

__all__ = ["Category", "Edition", "Function", "Problem", "Rung"]


class Edition(StrEnum):
    """Who a problem folder is for."""

    FULL = "full"
    PUBLIC = "public"  # what students have: no hidden tests


@dataclass(frozen=True, slots=True, kw_only=True)
class Category:
    """One line of the rubric; a public edition has no hints for it."""

    id: str
    title: str
    points: float
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Problem:
    """One problem folder, proved well-formed by `grader.problems.load`.

    ``digest`` names everything that affects marks. A public edition carries the
    digest of the full one, so both editions of a problem compare equal by it.
    """

    id: str
    folder: Path
    title: str
    unit: str
    difficulty: str
    minutes: int
    categories: tuple[Category, ...]
    limits: Limits
    needs: tuple[str, ...]
    functions: tuple[Function, ...]
    edition: Edition
    hidden_tests: int
    digest: str
    seed_per_student: bool

    @property
    def file_name(self) -> str:
        """The name of the one file that a student edits and hands in."""
        return f"{self.id}.py"

    @property
    def points(self) -> float:
        """The full mark."""
        return sum(category.points for category in self.categories)

    @property
    def stub(self) -> Path:
        return self.folder / "stub.py"

    @property
    def examples(self) -> Path:
        return self.folder / "test_examples.py"

    @property
    def hidden(self) -> Path | None:
        """The hidden tests; a public edition has none, whatever lies in its folder."""
        full = self.edition is Edition.FULL
        return self.folder / "test_hidden.py" if full else None

    @property
    def support(self) -> Path | None:
        path = self.folder / "support.py"
        return path if path.is_file() else None

    @property
    def solution(self) -> Path:
        """Where the reference solution belongs; it may not exist."""
        return self.folder.resolve().parent.parent / "solutions" / self.file_name

    def statement(self) -> str:
        """Return the task as Markdown."""
        return read_text(self.folder / "statement.md")

    def rungs(self) -> tuple[Rung, ...]:
        """Return the hints, mildest first."""
        return parse_rungs(read_text(self.folder / "hints.md"))
