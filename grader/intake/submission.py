"""What intake hands on: submissions, found now and read later, one at a time."""

import hashlib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Protocol

from grader.errors import Unreadable
from grader.intake.names import one_line
from grader.intake.source import SOURCE_BYTES, decode
from grader.model import Fault, FaultKind, Status

__all__ = [
    "Collection",
    "Found",
    "Holding",
    "Note",
    "Origin",
    "Reading",
    "Submission",
    "Wanted",
    "digest_of",
    "missing",
    "read",
    "unreadable",
]


class Origin(Protocol):
    """Where the bytes of a submission are."""

    def read(self, limit: int) -> bytes:
        """Return at most ``limit`` bytes from the start.

        Raises
        ------
        OSError
            The operating system would not let us read it, or it is gone.
        Unreadable
            It is not a regular file, or its archive is damaged.
        """


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """One student's file for one problem; ``fault`` says why it cannot be read.

    ``student`` and ``path`` are valid text for a person; the bytes are read from
    ``origin``, which is None only if there is a fault.
    """

    student: str
    problem: str
    path: str
    origin: Origin | None = None
    fault: Fault | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The text of a submission, or the fault that stands in its place.

    ``status`` is what the submission's result must say: ``graded`` also where the
    student's file is not text.
    """

    text: str | None
    fault: Fault | None
    digest: str | None
    status: Status


@dataclass(frozen=True, slots=True, kw_only=True)
class Note:
    """Something that an instructor should know once, and that is no error."""

    path: str
    message: str

    def __str__(self) -> str:
        return f"{one_line(self.path)}: {self.message}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Collection:
    """All that was found, by student and then by problem."""

    submissions: tuple[Submission, ...]
    notes: tuple[Note, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """The problems that files are looked for; ``problem`` narrows them to one."""

    ids: tuple[str, ...]
    problem: str | None = None

    @property
    def problems(self) -> tuple[str, ...]:
        return self.ids if self.problem is None else (self.problem,)

    def problem_of(self, name: str) -> str | None:
        """Return the problem whose file has exactly this name."""
        stem = name.removesuffix(".py")
        return stem if stem != name and stem in self.problems else None

    def other_problem(self, name: str) -> bool:
        """Tell whether this is the file of a problem that was not asked for."""
        stem = name.removesuffix(".py")
        return stem != name and stem in self.ids and stem not in self.problems


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """What one place (a folder, an archive, a file) holds of one student.

    A problem that someone handed in is missing from a ``whole`` holding that lacks
    it; with a ``fault`` it cannot be known whether it is there. ``resembling`` maps
    a problem to the wrongly named file that was probably meant for it.
    """

    student: str
    path: str
    submissions: tuple[Submission, ...] = ()
    whole: bool = False
    fault: Fault | None = None
    resembling: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What a layout found in a place; ``strays`` are files of no known problem."""

    holdings: tuple[Holding, ...] = ()
    notes: tuple[Note, ...] = ()
    strays: tuple[str, ...] = ()

    @classmethod
    def together(cls, parts: Iterable["Found"]) -> "Found":
        """Return several findings as one."""
        found = tuple(parts)
        return cls(
            holdings=tuple(h for part in found for h in part.holdings),
            notes=tuple(n for part in found for n in part.notes),
            strays=tuple(s for part in found for s in part.strays),
        )


def read(submission: Submission) -> Reading:
    """Return the text of a submission, or the fault that says why there is none."""
    if submission.fault is not None:
        return _faulty(submission.fault)
    if submission.origin is None:
        return _faulty(missing(f"{submission.problem}.py is missing"))
    try:
        data = submission.origin.read(SOURCE_BYTES + 1)
    except FileNotFoundError:
        return _faulty(missing(f"{submission.problem}.py is no longer there"))
    except Unreadable as error:
        return _faulty(unreadable(str(error)))
    except OSError as error:
        return _faulty(unreadable(error.strerror or type(error).__name__))
    return _decoded(data)


def missing(message: str) -> Fault:
    """Return the fault of a file that is not there."""
    return Fault(kind=FaultKind.MISSING, message=message)


def unreadable(message: str) -> Fault:
    """Return the fault of a file that cannot be read, which is not the student's."""
    return Fault(kind=FaultKind.UNREADABLE, message=message)


def digest_of(data: bytes) -> str:
    """Return the digest of a file's bytes as it stands in a result."""
    return f"sha256:{hashlib.sha256(data).hexdigest()}"


_STATUS = {
    FaultKind.MISSING: Status.MISSING,
    FaultKind.UNREADABLE: Status.NOT_GRADED,
}


def _decoded(data: bytes) -> Reading:
    source = decode(data)
    whole = len(data) <= SOURCE_BYTES
    fault = source if isinstance(source, Fault) else None
    return Reading(
        text=None if isinstance(source, Fault) else source,
        fault=fault,
        digest=digest_of(data) if whole else None,
        status=Status.GRADED,
    )


def _faulty(fault: Fault) -> Reading:
    status = _STATUS.get(fault.kind, Status.GRADED)
    return Reading(text=None, fault=fault, digest=None, status=status)
