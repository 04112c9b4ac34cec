r"""The gradebook's table: one row per submission, one column per rubric category.

The file is plain UTF-8 without a byte order mark, comma-separated, one ``\n`` a row. A
score is the record's number in full (``repr``). It is empty, not 0, where there is no
mark: nothing was handed in, or the fault is ours. Names keep their letters, so that
they match those of other systems; only what would end a line, and what UTF-8 cannot
hold, becomes an escape: a row is always one line.
"""

import csv
from collections.abc import Callable, Iterable
from typing import TextIO
from unicodedata import category

from grader.model import Fault, Result, Status

__all__ = ["write"]

# Spreadsheets run what starts like this, the full-width forms included.
_FORMULA = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
_ESCAPED = ("Cc", "Cs", "Zl", "Zp")  # control characters, half characters, line ends


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
    line = "".join(_escape(c) if category(c) in _ESCAPED else c for c in text)
    return f"'{line}" if text.startswith(_FORMULA) else line


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")


def _number(value: float | None) -> str:
    return "" if value is None else repr(float(value))


def _fault(fault: Fault | None) -> str:
    if fault is None:
        return ""
    where = "" if fault.line is None else f" (line {fault.line})"
    return f"{fault.kind.value}{where}: {fault.message}"
