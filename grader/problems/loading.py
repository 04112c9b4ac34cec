"""From a folder to a `Problem`, or to all that is wrong with the folder."""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from operator import itemgetter
from pathlib import Path
from typing import Any

from grader.errors import Location, ProblemBroken
from grader.model import Limits
from grader.problems.digest import digest_of
from grader.problems.hints import hint_faults
from grader.problems.identifier import id_fault
from grader.problems.problem import Category, Edition, Problem
from grader.problems.schema import findings
from grader.problems.signatures import Function, stub_functions
from grader.problems.text import read_or_fault
from grader.problems.toml_lines import key_lines, line_of

__all__ = ["folder_name", "load"]

_TOML_POSITION = re.compile(r" \(at (?:line (\d+), column \d+|end of document)\)\Z")


@dataclass(slots=True)
class _Draft:
    """A folder while it is read: what was found so far, good and bad."""

    folder: Path
    faults: list[Location]

    def fault(self, name: str, line: int | None, message: str) -> None:
        file = str(self.folder / name)
        self.faults.append(Location(file=file, line=line, message=message))

    def text(self, name: str, purpose: str) -> str | None:
        found = read_or_fault(self.folder / name, purpose)
        if isinstance(found, str):
            return found
        self.faults.append(found)
        return None


def load(folder: Path) -> Problem:
    """Read a problem folder, full or public.

    Raises
    ------
    ProblemBroken
        With every fault of the folder, each with its file and line.
    """
    draft = _Draft(folder, [])
    settings = _settings(draft)
    identifier = _identifier(draft, settings)
    functions: tuple[Function, ...] = ()
    if (folder / "problem.toml").is_file():
        functions = _other_files(draft, settings)
    if draft.faults or settings is None:
        raise ProblemBroken(identifier, draft.faults)
    return _problem(identifier, folder.absolute(), settings, functions)


def folder_name(folder: Path) -> str:
    """Return a folder's own name, also for ``.`` and ``..``."""
    return folder.name if folder.name not in ("", "..") else folder.resolve().name


def _settings(draft: _Draft) -> dict[str, Any] | None:
    """Return what problem.toml says, or None if it is no TOML at all."""
    text = draft.text("problem.toml", "the title, rubric and limits of a problem")
    if text is None:
        return None
    try:
        settings = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        position = _TOML_POSITION.search(str(error))
        line = text.rstrip().count("\n") + 1
        if position and position[1]:
            line = int(position[1])
        message = _TOML_POSITION.sub("", str(error))
        draft.fault("problem.toml", line, f"not TOML: {message}")
        return None
    lines = key_lines(text)
    found = [(line_of(lines, item.path), item.message) for item in findings(settings)]
    for line, message in sorted(found, key=itemgetter(0)):
        draft.fault("problem.toml", line, message)
    return settings


def _identifier(draft: _Draft, settings: Mapping[str, Any] | None) -> str:
    """Return the problem's id: the folder's name, unless problem.toml says another."""
    name = folder_name(draft.folder)
    if settings is not None and "id" in settings:
        name = str(settings["id"])
        message = None if draft.faults else id_fault(name)
    else:
        message = id_fault(name)
    if message:
        draft.fault("problem.toml", None, f"the id of the problem: {message}")
    return name


def _other_files(
    draft: _Draft, settings: Mapping[str, Any] | None
) -> tuple[Function, ...]:
    """Read what stands beside problem.toml; return what the stub defines."""
    draft.text("statement.md", "the task, as the student reads it")
    stub = draft.text("stub.py", "what the student starts from")
    functions: tuple[Function, ...] = ()
    if stub is not None:
        found = stub_functions(draft.folder / "stub.py", stub)
        if isinstance(found, Location):
            draft.faults.append(found)
        else:
            functions = found
    draft.text("test_examples.py", "the tests that students have")
    if settings is not None and settings.get("edition", Edition.FULL) == Edition.FULL:
        draft.text("test_hidden.py", "the tests that are marked")
    hints = draft.text("hints.md", 'the hints, each below a "## " heading')
    if hints is not None:
        draft.faults += hint_faults(draft.folder / "hints.md", hints)
    return functions


def _problem(
    identifier: str,
    folder: Path,
    settings: Mapping[str, Any],
    functions: tuple[Function, ...],
) -> Problem:
    return Problem(
        id=identifier,
        folder=folder,
        title=settings["title"],
        unit=settings["unit"],
        difficulty=settings["difficulty"],
        minutes=int(settings["minutes"]),
        categories=tuple(_category(item) for item in settings["categories"]),
        limits=_limits(settings.get("limits", {})),
        needs=tuple(settings.get("needs", ())),
        functions=functions,
        edition=Edition(settings.get("edition", Edition.FULL)),
        hidden_tests=int(settings["hidden_tests"]),
        digest=settings.get("digest") or digest_of(folder),
        seed_per_student=settings.get("seed_per_student", False),
    )


def _category(settings: Mapping[str, Any]) -> Category:
    return Category(
        id=settings["id"],
        title=settings["title"],
        points=float(settings["points"]),
        hint=settings.get("hint", ""),
    )


def _limits(settings: Mapping[str, Any]) -> Limits:
    """Return the limits: seconds as float, also where the author wrote 5."""
    numbers: dict[str, Any] = {
        key: float(value) if key.endswith("_seconds") else int(value)
        for key, value in settings.items()
    }
    return Limits(**numbers)
