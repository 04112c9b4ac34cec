"""Check 8: there are hints enough, and none gives a hidden input or value away.

A number gives a hidden one away if it has at least five significant digits and the
hidden number, rounded to as many, is the same. Numbers that the examples show may be
said again.
"""

import ast
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from decimal import Decimal
from itertools import takewhile
from pathlib import Path
from typing import Final

from grader.course.verification.evidence import Evidence
from grader.export.text import counted
from grader.export.verification import AuthorFault, Check
from grader.problems.text import read_text
from grader.problems.toml_lines import KeyPath

__all__ = ["hints_check"]

_RUNGS: Final = 3
_DIGITS: Final = 5
_NUMBER: Final = re.compile(r"(?<![\w.])(\d[\d_]*(?:\.\d*)?|\.\d+)(e[-+]?\d+)?", re.I)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Text:
    """Words that students may read, and where they are."""

    path: Path
    text: str
    key: KeyPath = ()


def hints_check(evidence: Evidence) -> Check:
    """Check the ladder of hints and everything else that students are told."""
    rungs = [rung for rung in evidence.problem.rungs() if rung.text.strip()]
    faults = list(_giveaways(evidence))
    if len(rungs) < _RUNGS:
        found = f"it has {counted(len(rungs), 'hint')}"
        do = f"write at least {_RUNGS}, the mildest first"
        path = evidence.problem.folder / "hints.md"
        faults.insert(0, evidence.fault(path, None, found, do))
    hints = counted(len(rungs), "hint")
    claim = f"{hints} and the statement give no hidden number away"
    return Check(id="hints", claim=claim, faults=tuple(faults))


def _giveaways(evidence: Evidence) -> Iterator[AuthorFault]:
    problem = evidence.problem
    shown = _literals(problem.examples)
    hidden = _literals(problem.folder / "test_hidden.py")
    for source in _texts(evidence):
        for offset, line in enumerate(source.text.splitlines(), 1):
            for number in _NUMBER.finditer(line):
                said = _significant(number[0].replace("_", ""))
                if said in _rounded(hidden, said) and said not in _rounded(shown, said):
                    found = f"{number[0]} gives a number of the hidden tests away"
                    do = "take another number, or put it into the examples too"
                    if source.key:
                        yield evidence.fault_in_settings(source.key, found, do)
                    else:
                        yield evidence.fault(source.path, offset, found, do)


def _texts(evidence: Evidence) -> Iterator[_Text]:
    """Yield what students read before and after they hand in."""
    problem = evidence.problem
    for name in ("statement.md", "stub.py", "hints.md"):
        path = problem.folder / name
        yield _Text(path=path, text=read_text(path))
    settings = problem.folder / "problem.toml"
    for index, category in enumerate(problem.categories):
        yield _Text(
            path=settings, text=category.hint, key=("categories", index, "hint")
        )
    for variant in evidence.wrong:
        lines = read_text(variant.path).splitlines()
        header = takewhile(lambda line: line.startswith("#"), lines)
        yield _Text(path=variant.path, text="\n".join(header))


def _literals(path: Path) -> frozenset[Decimal]:
    """Return the numbers in a test file that have digits enough, without sign."""
    numbers = (
        _significant(repr(node.value))
        for node in ast.walk(ast.parse(read_text(path)))
        if isinstance(node, ast.Constant) and type(node.value) in (int, float)
    )
    return frozenset(number for number in numbers if _digits(number) >= _DIGITS)


def _rounded(numbers: Iterable[Decimal], like: Decimal) -> frozenset[Decimal]:
    """Return the numbers rounded to as many digits as another has, if it has many."""
    digits = _digits(like)
    if digits < _DIGITS:
        return frozenset()
    return frozenset(_significant(f"{number:.{digits - 1}e}") for number in numbers)


def _significant(text: str) -> Decimal:
    return Decimal(text).normalize()


def _digits(number: Decimal) -> int:
    return len(number.as_tuple().digits)
