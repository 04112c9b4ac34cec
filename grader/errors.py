"""The faults that end a command, each with its exit code.

::

    GraderError
    ├── UsageError       2  the command was called wrongly
    ├── ProblemBroken    3  the author's fault: a problem folder is not fit to grade
    ├── SandboxFailed    3  our fault: a student's process could not be run at all
    └── Unreadable       3  the operating system would not let us read a file

A wrong answer is a value (`grader.model.Outcome`), never one of these.
"""

from dataclasses import dataclass
from enum import IntEnum

__all__ = [
    "ExitCode",
    "GraderError",
    "Location",
    "ProblemBroken",
    "SandboxFailed",
    "Unreadable",
    "UsageError",
]


class ExitCode(IntEnum):
    """What a command tells the shell."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    BROKEN = 3
    SERVER = 4
    INTERRUPTED = 130


class GraderError(Exception):
    """A fault with one clear line for the person at the terminal."""

    exit_code = ExitCode.BROKEN


class UsageError(GraderError):
    """The command was called wrongly: unknown problem, no such file."""

    exit_code = ExitCode.USAGE


@dataclass(frozen=True, slots=True, kw_only=True)
class Location:
    """One fault in an author's file: where it is, what is wrong, what to do."""

    file: str
    line: int | None
    message: str

    def __str__(self) -> str:
        where = self.file if self.line is None else f"{self.file}:{self.line}"
        return f"{where}: {self.message}"


class ProblemBroken(GraderError):
    """A problem folder is not fit to grade; all its faults are reported at once."""

    def __init__(self, problem: str, faults: list[Location]) -> None:
        self.problem = problem
        self.faults = faults
        super().__init__("\n".join(str(fault) for fault in faults))


class SandboxFailed(GraderError):
    """A student's process could not be run at all: never the student's fault."""


class Unreadable(GraderError):
    """The operating system would not let us read a submission."""
