r"""The gradebook's table: one row per submission, one column per rubric category.

The file is plain UTF-8 without a byte order mark, comma-separated, one ``\n`` a row. A
score is the record's number in full (``repr``). It is empty, not 0, where there is no
mark: nothing was handed in, or the fault is ours. Names keep their letters, so that
they match those of other systems; only what would end a line, what UTF-8 cannot hold
and what nobody would see becomes an escape: a row is always one line.
"""

import csv
import re
from collections.abc import Callable, Iterable
from typing import TextIO
from unicodedata import category

from grader.export.text import FILLERS, escaped
from grader.model import Fault, Result, Status

__all__ = ["write"]

# Spreadsheets run what starts like this, the full-width forms included. Where a comma
# is the decimal mark they begin a cell at each semicolon, in quotes or not.
_FORMULA = re.compile('(?:^|(?<=;))(?=[\t\r\n]|["\\s]*[-=+@\uff0b\uff0d\uff1d\uff20])')
_ESCAPED = (
    "Cc",
    "Cf",
    "Cs",
    "Zl",
    "Zp",
)  # controls, unseen, half characters, line ends
_JOINERS = "\u200c\u200d"  # some languages cannot be spelled without


def write(stream: TextIO, read: Callable[[], Iterable[Result]]) -> None:
    """Write the table.

    Parameters
    ----------
    stream
        Open for text with ``newline=""``.
    read
        Returns the records; called twice, for the categories and for the rows, so
        that no more than one record is held at a time.
    """
    categories = list(dict.fromkeys(each.id for r in read() for each in r.categories))
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(_header(categories))
    for result in read():
        writer.writerow(_row(result, categories))


def _header(categories: list[str]) -> list[str]:
    columns = ["student", "problem", "status", "score", "max_score"]
    columns += [f"category:{each}" for each in categories]
    return [*columns, "fault", "isolation", "submission", "digest", "wall_seconds"]


def _row(result: Result, categories: list[str]) -> list[str]:
    graded = result.status is Status.GRADED
    scores = {each.id: each.score for each in result.categories if graded}
    return [
        _text(result.student),
        _text(result.problem),
        result.status.value,
        _number(result.score if graded else None),
        _number(result.max_score),
        *(_number(scores.get(each)) for each in categories),
        _text(_fault(result.fault)),
        _text(result.isolation),
        _text(result.submission),
        _text(result.submission_digest or ""),
        _number(result.wall_seconds),
    ]


def _text(text: str) -> str:
    """Return text of one line that no spreadsheet takes for a formula."""
    line = _FORMULA.sub("'", text)
    return "".join(
        c if _stays(line, place) else escaped(c) for place, c in enumerate(line)
    )


def _stays(text: str, place: int) -> bool:
    character = text[place]
    if character in _JOINERS:
        return _spells(text[place - 1 : place]) and _spells(text[place + 1 : place + 2])
    return category(character) not in _ESCAPED and not FILLERS.match(character)


def _spells(character: str) -> bool:
    """Tell whether a joiner beside this has a meaning."""
    return not character.isascii() and category(character)[0] in "LM"


def _number(value: float | None) -> str:
    return "" if value is None else repr(float(value))


def _fault(fault: Fault | None) -> str:
    if fault is None:
        return ""
    where = "" if fault.line is None else f" (line {fault.line})"
    return f"{fault.kind.value}{where}: {fault.message}"
