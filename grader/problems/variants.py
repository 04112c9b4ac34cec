"""Solutions that an author wrote to prove the tests: known-wrong and known-right.

A variant opens with comment lines, ``# key: value``. Two spaces or more after the
``#`` continue the line above::

    # loses: both_zero, scale
    # message: Two zero gradients are the same, but 0/0 is not a number.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from grader.errors import Location, ProblemBroken
from grader.problems.problem import Problem
from grader.problems.text import closest, read_or_fault

__all__ = ["Kind", "Variant", "variants"]

Kind = Literal["wrong", "right"]

_ENTRY = re.compile(r"#\s?([A-Za-z_]+):\s*(.*)")
_CONTINUED = re.compile(r"#(?:\s\s+|\t)(\S.*)")
_EXPECTED = {
    "wrong": {
        "loses": "the ids of the categories that it must lose",
        "message": "one sentence for the student who made this mistake",
    },
    "right": {"style": "in what way this solution differs from the reference"},
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Variant:
    """A wrong one has ``loses`` and ``message``, a right one has ``style``."""

    name: str
    path: Path
    loses: tuple[str, ...]
    message: str
    style: str


@dataclass(frozen=True, slots=True, kw_only=True)
class _Entry:
    value: str
    line: int


def variants(problem: Problem, kind: Kind) -> tuple[Variant, ...]:
    """Return a problem's known-wrong or known-right solutions by name.

    Raises
    ------
    ProblemBroken
        With the faults of all headers.
    """
    found: list[Variant] = []
    faults: list[Location] = []
    for path in sorted((problem.folder / kind).glob("*.py")):
        text = read_or_fault(path, f"a {kind} solution")
        if isinstance(text, Location):
            faults.append(text)
            continue
        header = _header(text)
        faults += _faults(path, header, problem, kind)
        found.append(_variant(path, header))
    if faults:
        raise ProblemBroken(problem.id, faults)
    return tuple(found)


def _variant(path: Path, header: dict[str, _Entry]) -> Variant:
    values = {key: entry.value for key, entry in header.items()}
    return Variant(
        name=path.stem,
        path=path,
        loses=_ids(values.get("loses", "")),
        message=values.get("message", ""),
        style=values.get("style", ""),
    )


def _header(text: str) -> dict[str, _Entry]:
    """Read the comment lines above the code; the first of each key counts."""
    header: dict[str, _Entry] = {}
    key = ""
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            break
        if key and (more := _CONTINUED.match(line)):
            joined = f"{header[key].value} {more[1].strip()}"
            header[key] = _Entry(value=joined, line=header[key].line)
        elif entry := _ENTRY.match(line):
            key = entry[1]
            header.setdefault(key, _Entry(value=entry[2].strip(), line=number))
        else:
            key = ""
    return header


def _faults(
    path: Path, header: dict[str, _Entry], problem: Problem, kind: Kind
) -> Iterator[Location]:
    for key, words in _EXPECTED[kind].items():
        entry = header.get(key)
        if entry is None or not entry.value:
            others = [name for name in header if name not in _EXPECTED[kind]]
            meant = None if entry else closest(key, others)
            found = f', found "# {meant}: "' if meant else ""
            message = f'expected a line "# {key}: …" at the top: {words}{found}'
            yield _fault(path, entry.line if entry else 1, message)
    if kind == "wrong" and "loses" in header:
        known = [category.id for category in problem.categories]
        for name in _ids(header["loses"].value):
            if name not in known:
                meant = closest(name, known)
                hint = (
                    f'did you mean "{meant}"?'
                    if meant
                    else f"expected one of {', '.join(known)}"
                )
                yield _fault(
                    path, header["loses"].line, f'no category "{name}": {hint}'
                )


def _ids(value: str) -> tuple[str, ...]:
    return tuple(name for name in re.split(r"[,\s]+", value) if name)


def _fault(path: Path, line: int, message: str) -> Location:
    return Location(file=str(path), line=line, message=message)
