"""The record of ``grader verify``: what was proved of a problem, and what was not.

The terminal's text and the ``--json`` document are drawn from `Verification` alone.
"""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from typing import Any, TextIO

from grader.model import FORMAT_VERSION

__all__ = ["AuthorFault", "Check", "HiddenTest", "Kill", "Verification", "write"]


@dataclass(frozen=True, slots=True, kw_only=True)
class AuthorFault:
    """One thing that makes a problem unfair: where, what was found, what to do."""

    file: str
    line: int | None
    found: str
    do: str

    @property
    def place(self) -> str:
        """The file and, where one is known, the line."""
        return self.file if self.line is None else f"{self.file}:{self.line}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One claim about a problem; it holds if there is no fault."""

    id: str
    claim: str
    faults: tuple[AuthorFault, ...]

    @property
    def passed(self) -> bool:
        """Whether the claim holds."""
        return not self.faults


@dataclass(frozen=True, slots=True, kw_only=True)
class HiddenTest:
    """A hidden test as the matrix names it."""

    id: str
    category: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Kill:
    """What one known-wrong solution loses.

    ``named`` and ``lost`` are ids of categories, ``failed`` ids of hidden tests.
    """

    name: str
    named: tuple[str, ...]
    lost: tuple[str, ...]
    failed: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """Everything that was found out about one problem."""

    problem: str
    problem_title: str
    problem_digest: str
    categories: tuple[str, ...]
    hidden_tests: tuple[HiddenTest, ...]
    examples: int
    right: int
    wrong: int
    runs: int
    checks: tuple[Check, ...]
    kills: tuple[Kill, ...]
    isolation: str
    wall_seconds: float

    @property
    def fair(self) -> bool:
        """Whether every claim holds."""
        return not self.faults

    @property
    def faults(self) -> tuple[AuthorFault, ...]:
        """The faults of all checks, in their order."""
        return tuple(fault for check in self.checks for fault in check.faults)

    def to_json(self) -> dict[str, Any]:
        """Return the record as plain JSON types."""
        checks = [
            {"id": check.id, "claim": check.claim, "passed": check.passed}
            | {"faults": [asdict(fault) for fault in check.faults]}
            for check in self.checks
        ]
        return {**asdict(self), "fair": self.fair, "checks": checks}


def write(
    stream: TextIO, verifications: Sequence[Verification], *, wall_seconds: float
) -> None:
    """Write one JSON document of all verifications and a summary."""
    summary = {
        "problems": len(verifications),
        "fair": sum(each.fair for each in verifications),
        "faults": sum(len(each.faults) for each in verifications),
        "wall_seconds": wall_seconds,
    }
    document = {
        "format_version": FORMAT_VERSION,
        "verifications": [each.to_json() for each in verifications],
        "summary": summary,
    }
    json.dump(document, stream, indent=1, ensure_ascii=False, allow_nan=False)
    stream.write("\n")
