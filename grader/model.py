"""The records that travel from the run to every screen and file.

JSON is these dataclasses plus ``format_version``. The published schema is
``grader/schemas/result.schema.json``; terminal text, tables and reports are drawn
from a `Result` alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, is_dataclass
from enum import StrEnum
from functools import cache
from typing import Any

__all__ = [
    "FORMAT_VERSION",
    "CategoryResult",
    "Failure",
    "Fault",
    "FaultKind",
    "Limits",
    "Outcome",
    "Output",
    "Result",
    "Status",
    "TestResult",
    "fault_from_json",
    "test_from_json",
    "to_plain",
]

FORMAT_VERSION = 1


class Outcome(StrEnum):
    """How one test ended."""

    PASSED = "passed"
    FAILED = "failed"  # the answer is wrong
    ERROR = "error"  # the student's code raised, SystemExit included
    TIMEOUT = "timeout"  # wall or processor time ran out
    MEMORY = "memory"  # MemoryError, or the cap on address space
    OUTPUT = "output"  # it printed more than is allowed
    CRASHED = "crashed"  # its process died
    PROTOCOL = "protocol"  # it tampered with the wire
    SKIPPED = "skipped"  # never earns a point
    INTERNAL = "internal"  # our fault


class Status(StrEnum):
    """What became of one submission."""

    GRADED = "graded"
    NOT_GRADED = "not_graded"
    MISSING = "missing"


class FaultKind(StrEnum):
    """Why no test of a submission could run.

    The last three are not the student's code: the file was not there, could not be
    read, or the grader itself failed.
    """

    SYNTAX = "syntax"
    ENCODING = "encoding"
    IMPORT = "import"
    MISSING_FUNCTION = "missing_function"
    TIMEOUT = "timeout"
    MEMORY = "memory"
    CRASHED = "crashed"
    OUTPUT = "output"
    MISSING = "missing"
    UNREADABLE = "unreadable"
    INTERNAL = "internal"


@dataclass(frozen=True, slots=True, kw_only=True)
class Limits:
    """What one test may use. Seconds are wall or processor time, sizes are bytes."""

    wall_seconds: float = 5.0
    cpu_seconds: float = 5.0
    address_space_bytes: int = 2 << 30
    file_bytes: int = 16 << 20
    output_bytes: int = 8 << 20
    output_kept_bytes: int = 64 << 10
    submission_seconds: float = 60.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """One clear line about a whole submission."""

    kind: FaultKind
    message: str
    line: int | None = None
    source: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Failure:
    """Why one test was lost. Every field but the first may be unknown."""

    call: str | None = None
    expected: str | None = None
    got: str | None = None
    differs: str | None = None
    allowed: str | None = None
    line: int | None = None
    source: str | None = None
    hint: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Output:
    """What the student's code printed during one test, each stream up to a cap."""

    stdout: str = ""
    stderr: str = ""
    truncated: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class TestResult:
    """One test of one submission; ``title`` is the sentence that a person reads."""

    __test__ = False  # not a pytest class

    id: str
    title: str
    category: str | None
    visible: bool
    outcome: Outcome
    points: float = 0.0
    max_points: float = 0.0
    message: str = ""
    failure: Failure | None = None
    output: Output = field(default_factory=Output)
    wall_seconds: float = 0.0
    cpu_seconds: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class CategoryResult:
    """One rubric category of one submission."""

    id: str
    title: str
    score: float
    max_score: float
    passed: int
    total: int
    hint: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """Everything known about one graded (or checked) submission."""

    problem: str
    problem_title: str
    problem_digest: str
    hidden_tests: int
    student: str
    submission: str
    submission_digest: str | None
    status: Status
    score: float
    max_score: float
    fault: Fault | None
    categories: tuple[CategoryResult, ...]
    tests: tuple[TestResult, ...]
    isolation: str
    seed: int | None
    versions: Mapping[str, str]
    wall_seconds: float

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain JSON types."""
        return {"format_version": FORMAT_VERSION, **to_plain(self)}

    @classmethod
    def from_json(cls, record: Mapping[str, Any]) -> "Result":
        """Rebuild a record that `to_json` made."""
        fields = {key: record[key] for key in record if key != "format_version"}
        fields["status"] = Status(record["status"])
        fields["fault"] = fault_from_json(record["fault"])
        fields["categories"] = tuple(CategoryResult(**c) for c in record["categories"])
        fields["tests"] = tuple(test_from_json(test) for test in record["tests"])
        return cls(**fields)


def to_plain(record: Any) -> Any:
    """Return a record as plain JSON types; several times as fast as `asdict`."""
    if is_dataclass(record) and not isinstance(record, type):
        return {name: to_plain(getattr(record, name)) for name in _names(type(record))}
    if isinstance(record, tuple | list):
        return [to_plain(part) for part in record]
    if isinstance(record, Mapping):
        return {key: to_plain(part) for key, part in record.items()}
    return record


@cache
def _names(kind: type) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind))


def test_from_json(record: Mapping[str, Any]) -> TestResult:
    """Rebuild one test's record."""
    failure = record["failure"]
    return TestResult(
        **{
            **record,
            "outcome": Outcome(record["outcome"]),
            "failure": None if failure is None else Failure(**failure),
            "output": Output(**record["output"]),
        }
    )


def fault_from_json(record: Mapping[str, Any] | None) -> Fault | None:
    """Rebuild a fault, None where there is none."""
    if record is None:
        return None
    return Fault(**{**record, "kind": FaultKind(record["kind"])})
