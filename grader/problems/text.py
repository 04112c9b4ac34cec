"""Reading the text files of a problem folder: UTF-8, any line ends."""

from pathlib import Path

from grader.errors import Location

__all__ = ["closest", "read_or_fault", "read_text"]


def read_text(path: Path) -> str:
    """Return a file's text with plain line feeds and without a byte order mark."""
    return path.read_bytes().decode("utf-8-sig").replace("\r\n", "\n")


def read_or_fault(path: Path, purpose: str) -> str | Location:
    """Return a file's text, or why it is not fit: missing, not UTF-8, blank."""
    try:
        text = read_text(path)
    except FileNotFoundError:
        return _fault(path, None, f"missing: {purpose}")
    except OSError as error:
        return _fault(path, None, f"cannot be read: {error.strerror}")
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        byte = error.object[error.start]
        return _fault(path, line, f"not UTF-8: byte 0x{byte:02x}; save it as UTF-8")
    if not text.strip():
        return _fault(path, 1, f"empty: {purpose}")
    return text


def closest(word: str, candidates: list[str]) -> str | None:
    """Return the candidate that ``word`` was probably meant to be."""
    from difflib import get_close_matches  # only needed on the way to an error

    return next(iter(get_close_matches(word, candidates, n=1, cutoff=0.6)), None)


def _fault(path: Path, line: int | None, message: str) -> Location:
    return Location(file=str(path), line=line, message=message)
