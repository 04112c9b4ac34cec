r"""One record a line: what a run appends while it works and everything is read from.

Lines are printable ASCII, and so no command to whatever reads them on its way. Half
characters (lone surrogates) are the one thing that is not kept: many readers of JSON
refuse them, so each is written as the six characters of its escape, ``\ud800``.
"""

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, TextIO

from grader.errors import Unreadable
from grader.model import FORMAT_VERSION, Result

__all__ = ["append", "encoded", "open_to_append", "read"]


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
    stream.write(encoded(result.to_json()) + "\n")
    stream.flush()


def encoded(record: Mapping[str, Any]) -> str:
    """Return plain types as JSON in one line."""
    text = json.dumps(record, allow_nan=False)
    if "\\ud" in text:
        text = _ESCAPE.sub(_whole, text)
    # Two of these begin a command to Azure or GitHub, wherever in a line they stand.
    return text.replace("##", r"#\u0023").replace("\x7f", r"\u007f")


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


# A backslash that was escaped, or a character beyond 16 bits, or half of one.
_ESCAPE = re.compile(
    r"\\\\|\\ud[89ab][0-9a-f]{2}\\ud[c-f][0-9a-f]{2}|(?P<half>\\ud[89a-f][0-9a-f]{2})"
)


def _whole(escape: re.Match[str]) -> str:
    return rf"\{escape[0]}" if escape["half"] else escape[0]


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
