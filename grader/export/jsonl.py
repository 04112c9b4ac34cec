"""One record a line: what a run appends while it works and everything is read from.

Lines are ASCII (``ensure_ascii``), so any text survives, lone surrogates included. The
exception is a high surrogate directly before a low one: JSON reads the two as the one
character that they encode.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TextIO

from grader.errors import Unreadable
from grader.model import FORMAT_VERSION, Result

__all__ = ["append", "open_to_append", "read"]


def open_to_append(path: Path) -> TextIO:
    """Open a file of records for `append`, cutting off a line that was never ended.

    A run that was killed may leave half a record behind; the next one must not be
    glued to it.
    """
    with path.open("ab+") as stream:
        stream.seek(0)
        whole = sum(len(line) for line in stream if line.endswith(b"\n"))
        stream.truncate(whole)
    return path.open("a", encoding="ascii", newline="\n")


def append(stream: TextIO, result: Result) -> None:
    """Write one record as one line, and hand it to the operating system at once."""
    stream.write(json.dumps(result.to_json(), allow_nan=False) + "\n")
    stream.flush()


def read(path: Path) -> Iterator[Result]:
    """Yield the records of a file one by one; a last line without its end is left out.

    Raises
    ------
    Unreadable
        If a whole line is not a record of this format.
    """
    with path.open(encoding="ascii", errors="surrogateescape", newline="\n") as stream:
        for number, line in enumerate(stream, start=1):
            if line.endswith("\n"):
                yield _record(line, f"{path}:{number}")


def _record(line: str, where: str) -> Result:
    try:
        record: Any = json.loads(line)
        version = record["format_version"]
    except (ValueError, TypeError, KeyError) as error:
        raise Unreadable(f"{where}: not a result record") from error
    if version != FORMAT_VERSION:
        raise Unreadable(f"{where}: format {version}; this grader reads format 1")
    try:
        return Result.from_json(record)
    except (ValueError, TypeError, KeyError) as error:
        raise Unreadable(f"{where}: not a result record: {error}") from error
