"""The page that says what is in a hand-in archive, written by ``grader submit``.

What it says is the student's own word. It names the student, as the name of a folder
would, and tells whether a file was changed after packing; nothing else follows from it.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from grader.errors import Unreadable

__all__ = [
    "MANIFEST_BYTES",
    "MANIFEST_NAME",
    "Manifest",
    "Packing",
    "parse",
    "student_fault",
]

MANIFEST_NAME = "manifest.json"
MANIFEST_BYTES = 64 << 10
FORMAT_VERSION = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Packing:
    """One file in the archive: what it was when it was packed."""

    id: str
    file: str
    sha256: str
    problem_digest: str
    examples_passed: int
    examples_total: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Manifest:
    """Whose archive it is, made when (ISO 8601), and its files in order of their id."""

    student: str
    created: str
    problems: tuple[Packing, ...]

    def to_json(self) -> dict[str, Any]:
        """Return the manifest as plain JSON types."""
        return {
            "format_version": FORMAT_VERSION,
            "student": self.student,
            "created": self.created,
            "problems": [
                {name: getattr(packing, name) for name in _PACKING_RULES}
                for packing in self.problems
            ],
        }


def parse(data: bytes) -> Manifest:
    """Read a manifest, whoever wrote it.

    Raises
    ------
    Unreadable
        It is not one; the message says where.
    """
    if len(data) > MANIFEST_BYTES:
        raise Unreadable(f"{MANIFEST_NAME} is larger than {MANIFEST_BYTES >> 10} KiB")
    try:
        record = json.loads(data.decode("utf-8-sig"))
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"{MANIFEST_NAME} is not JSON") from error
    _check(record, _MANIFEST_RULES, MANIFEST_NAME)
    packings = tuple(_packing(packed) for packed in record["problems"])
    ids = [packing.id for packing in packings]
    if len(ids) != len(set(ids)):
        raise Unreadable(f"{MANIFEST_NAME} names a problem twice")
    return Manifest(
        student=record["student"], created=record["created"], problems=packings
    )


def student_fault(name: str) -> str | None:
    """Return why this cannot stand for a student, or None.

    A student's name becomes the name of a folder and of a file, so it must be one
    that a folder could have.
    """
    if not name.strip():
        return "the student's name is empty"
    if len(name) > _LONGEST_STUDENT:
        return f"the student's name is longer than {_LONGEST_STUDENT} characters"
    if name.startswith(".") or set(name) & set("/\\:") or not name.isprintable():
        return "the student's name could not be the name of a folder"
    return None


_LONGEST_STUDENT = 100
_SHA256 = re.compile(r"[0-9a-f]{64}")

_Rule = Callable[[Any], bool]


def _is_text(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= 200


def _is_count(value: Any) -> bool:
    return type(value) is int and 0 <= value <= 10_000


def _is_digest(value: Any) -> bool:
    return isinstance(value, str) and bool(_SHA256.fullmatch(value))


_MANIFEST_RULES: Mapping[str, _Rule] = {
    "format_version": lambda value: type(value) is int and value == FORMAT_VERSION,
    "student": lambda value: isinstance(value, str) and not student_fault(value),
    "created": _is_text,
    "problems": lambda value: isinstance(value, list) and len(value) <= 200,
}
_PACKING_RULES: Mapping[str, _Rule] = {
    "id": lambda value: _is_text(value) and value.isidentifier(),
    "file": _is_text,
    "sha256": _is_digest,
    "problem_digest": _is_text,
    "examples_passed": _is_count,
    "examples_total": _is_count,
}


def _packing(record: Any) -> Packing:
    _check(record, _PACKING_RULES, f"{MANIFEST_NAME}: a problem")
    if record["file"] != f"{record['id']}.py":
        raise Unreadable(f"{MANIFEST_NAME} names another file than {record['id']}.py")
    return Packing(**{name: record[name] for name in _PACKING_RULES})


def _check(record: Any, rules: Mapping[str, _Rule], where: str) -> None:
    if not isinstance(record, dict):
        raise Unreadable(f"{where} is not an object")
    for key, fits in rules.items():
        if not fits(record.get(key)):
            raise Unreadable(f"{where} has no fit {key!r}")
