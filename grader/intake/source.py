"""Bytes of a student's file to the text that Python is to see.

Theory of operation
-------------------
A file that Python itself would run is accepted as Python reads it: UTF-8 with or
without a byte order mark, or a PEP 263 coding line. Two things are stricter, because
what a person reads in the file must be what runs: only codecs that leave ASCII alone
may be named, and no NUL byte may stand in the file. Everything else is a `Fault` with
the line it is on, never an exception. The text is later compiled as ``str``, where
Python ignores the coding line, so that line stays where it is.
"""

import codecs
import re
from typing import TypeAlias

from grader.model import Fault, FaultKind

__all__ = ["SOURCE_BYTES", "Source", "decode", "too_large"]

SOURCE_BYTES = 256 << 10

Source: TypeAlias = str | Fault


def decode(data: bytes) -> Source:
    """Return the text of a Python file, or why there is none.

    Parameters
    ----------
    data
        The file as it is on disk. Line endings stay as they are.

    Returns
    -------
    str or Fault
        The text without its byte order mark, or a fault of kind ``encoding`` whose
        line is counted as Python counts lines.
    """
    return _unfit(data) or _decoded(data)


def too_large() -> Fault:
    """Return the fault of a file over the cap."""
    return _fault(
        f"the file is larger than {SOURCE_BYTES >> 10} KiB: hand in the code only", None
    )


_WIDE_MARKS = (  # the longer mark first: UTF-32's begins with UTF-16's
    (codecs.BOM_UTF32_LE, "UTF-32"),
    (codecs.BOM_UTF32_BE, "UTF-32"),
    (codecs.BOM_UTF16_LE, "UTF-16"),
    (codecs.BOM_UTF16_BE, "UTF-16"),
)
_WIDE_PATTERNS = {  # which of every four bytes are mostly NUL in ASCII text
    (False, True, True, True): "UTF-32",
    (True, True, True, False): "UTF-32",
    (False, True, False, True): "UTF-16",
    (True, False, True, False): "UTF-16",
}
_ARCHIVE_MARKS = {b"PK\x03\x04": "a zip archive", b"\x1f\x8b\x08": "a gzip archive"}

_CODING = re.compile(rb"[ \t\f]*#.*?coding[:=][ \t]*([-_.a-zA-Z0-9]+)")
_BLANK = re.compile(rb"[ \t\f]*(?:#|$)")
_LINE_END = re.compile(rb"\r\n|\r|\n")

# The names that codecs.lookup gives. All keep ASCII as it is, so that a tool that
# looks at the bytes and Python, which looks at the text, see the same code.
_CODECS = frozenset(
    {
        "ascii",
        "big5",
        "cp1251",
        "cp1252",
        "euc_jp",
        "euc_kr",
        "gb18030",
        "gb2312",
        "gbk",
        "iso8859-1",
        "iso8859-15",
        "koi8-r",
        "shift_jis",
        "utf-8",
    }
)
_LONGEST_SHOWN = 40


def _unfit(data: bytes) -> Fault | None:
    if len(data) > SOURCE_BYTES:
        return too_large()
    for mark, name in _ARCHIVE_MARKS.items():
        if data.startswith(mark):
            return _fault(f"this is {name}, not Python text: hand in the .py file", 1)
    wide = _wide(data)
    if wide is not None:
        return _fault(f"the file is saved as {wide}: save it as UTF-8", 1)
    nul = data.find(b"\0")
    if nul >= 0:
        message = "a NUL byte: this is not Python text, or it is damaged"
        return _fault(message, _line(data, nul))
    return None


def _wide(data: bytes) -> str | None:
    """Return the name of a two- or four-byte encoding, by its mark or its NULs."""
    for mark, name in _WIDE_MARKS:
        if data.startswith(mark):
            return name
    sample = data[:1024]
    quarter = len(sample) // 4
    if quarter == 0 or b"\0" not in sample:
        return None
    mostly = [2 * sample[place::4].count(0) > quarter for place in range(4)]
    return _WIDE_PATTERNS.get((mostly[0], mostly[1], mostly[2], mostly[3]))


def _decoded(data: bytes) -> Source:
    marked = data.startswith(codecs.BOM_UTF8)
    body = data.removeprefix(codecs.BOM_UTF8)
    named = _coding_line(body)
    name, line = named or ("utf-8", None)
    codec = _codec(name)
    if codec is None:
        message = f"the coding line names {name[:_LONGEST_SHOWN]!r}, which is not"
        return _fault(f"{message} accepted: save the file as UTF-8", line)
    if marked and codec != "utf-8":
        message = f"the coding line names {name!r}, but the file begins with the mark"
        return _fault(f"{message} of UTF-8: remove the coding line", line)
    try:
        return body.decode(codec)
    except UnicodeDecodeError as error:
        found = f"byte 0x{body[error.start]:02x} is not"
        where = _line(body, error.start)
    if line is not None:
        message = f"{found} {name}, which line {line} names: save the file as UTF-8"
        return _fault(message, where)
    remedy = "save the file as UTF-8, or name its encoding in the first line"
    return _fault(f"{found} UTF-8: {remedy}, say: # coding: cp1252", where)


def _coding_line(body: bytes) -> tuple[str, int] | None:
    """Return the encoding that one of the first two lines names, and which line."""
    for number, line in enumerate(_LINE_END.split(body, maxsplit=2)[:2], start=1):
        match = _CODING.match(line)
        if match:
            return match[1].decode("ascii"), number
        if not _BLANK.match(line):
            return None
    return None


def _codec(name: str) -> str | None:
    """Return the accepted codec of this name; ``utf-8-unix`` counts as ``utf-8``."""
    plain = name.lower().replace("_", "-")
    if plain.startswith("utf-8-"):
        return "utf-8"
    if plain.startswith(("latin-1-", "iso-8859-1-", "iso-latin-1-")):
        return "iso8859-1"
    try:
        codec = codecs.lookup(name).name
    except LookupError:
        return None
    return codec if codec in _CODECS else None


def _line(data: bytes, place: int) -> int:
    return 1 + len(_LINE_END.findall(data[:place]))


def _fault(message: str, line: int | None) -> Fault:
    return Fault(kind=FaultKind.ENCODING, message=message, line=line)
