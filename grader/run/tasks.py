"""What passes between the command and its runners, as JSON lines."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from grader.model import (
    Fault,
    Limits,
    TestResult,
    fault_from_json,
    test_from_json,
    to_plain,
)

__all__ = ["Proof", "Report", "Setup", "Task", "TestInfo"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestInfo:
    """One collected test."""

    __test__ = False  # not a pytest class

    id: str
    title: str
    category: str | None
    visible: bool
    points: float | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """Everything that a runner knows of a problem. Paths are absolute."""

    problem: str
    folder: str
    test_files: tuple[str, ...]
    file_name: str
    functions: Mapping[str, tuple[str, ...]]
    support: str | None
    reference: str | None  # source text, graded first
    stub: str | None  # graded too, to prove that it passes nothing
    limits: Limits
    categories: Mapping[str, float]  # id -> points

    def to_json(self) -> Any:
        """Return the setup as plain JSON types."""
        return to_plain(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Setup":
        """Rebuild what `to_json` made."""
        functions = {name: tuple(of) for name, of in record["functions"].items()}
        return cls(
            **{
                **record,
                "functions": functions,
                "test_files": tuple(record["test_files"]),
                "limits": Limits(**record["limits"]),
            }
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """
    One submission to run.

    ``fault`` is what intake found: with one, every test is marked without running.
    ``tests`` selects by id (None: all), ``reverse`` runs them in the opposite order.
    """

    source: str
    seed: int
    fault: Fault | None = None
    tests: tuple[str, ...] | None = None
    categories: tuple[str, ...] | None = None
    reverse: bool = False

    def to_json(self) -> Any:
        """Return the task as plain JSON types."""
        return to_plain(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Task":
        """Rebuild what `to_json` made."""
        chosen = {
            key: None if record[key] is None else tuple(record[key])
            for key in ("tests", "categories")
        }
        return cls(**{**record, **chosen, "fault": fault_from_json(record["fault"])})


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What a runner says of one submission."""

    tests: tuple[TestResult, ...]
    fault: Fault | None
    versions: Mapping[str, str]
    wall_seconds: float

    def to_json(self) -> Any:
        """Return the report as plain JSON types."""
        return to_plain(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Report":
        """Rebuild what `to_json` made."""
        tests = tuple(map(test_from_json, record["tests"]))
        return cls(
            **{**record, "tests": tests, "fault": fault_from_json(record["fault"])}
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Proof:
    """What the runner found out about the tests before the first submission."""

    tests: tuple[TestInfo, ...]
    reference: Report | None
    stub: Report | None
    stateful: bool  # the tests keep state, so they are collected for each submission

    def author_faults(self) -> frozenset[str]:
        """Ids of the tests that the reference does not pass."""
        if self.reference is None:
            return frozenset()
        passed = {test.id for test in self.reference.tests if test.outcome == "passed"}
        return frozenset(test.id for test in self.tests) - passed

    def to_json(self) -> Any:
        """Return the proof as plain JSON types."""
        return to_plain(self)

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Proof":
        """Rebuild what `to_json` made."""
        reference, stub = record["reference"], record["stub"]
        return cls(
            tests=tuple(TestInfo(**test) for test in record["tests"]),
            reference=None if reference is None else Report.from_json(reference),
            stub=None if stub is None else Report.from_json(stub),
            stateful=record["stateful"],
        )
