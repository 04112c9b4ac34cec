"""Names of files, members and students: shown, sorted, recognised, ignored."""

import os
import re
import unicodedata
from collections.abc import Iterable, Sequence

__all__ = [
    "alike",
    "ignored",
    "natural_key",
    "one_line",
    "resembles",
    "shown",
    "some",
    "without_archive_suffix",
]

_IGNORED = frozenset({"__pycache__", "__macosx", "thumbs.db", "desktop.ini"})
_BACKUPS = ("~", ".bak", ".orig", ".swp", ".tmp", ".pyc")
# What stands beside a student's file in the folder that the student was given.
_COMPANIONS = frozenset(
    {
        "figure.json",
        "hints.md",
        "manifest.json",
        "problem.toml",
        "readme.md",
        "statement.md",
        "stub.py",
        "support.py",
        "test_examples.py",
    }
)
_ARCHIVE_SUFFIXES = (
    ".tar.gz",
    ".tar.bz2",
    ".tar.xz",
    ".tgz",
    ".tar",
    ".zip",
    ".7z",
    ".rar",
)

_FIRST_FEW = 3
_DIGITS = re.compile(r"([0-9]+)")
_WRONG_ENDS = re.compile(r"(\.(py|txt|ipynb|pyw|doc|docx|md|zip|gz|tar|tgz))+$")
_COPY_MARK = re.compile(
    r"([\s_-]*\(\d+\)|[\s_-]+(copy|copie|kopie|final|new|old|fixed)|[\s_-]*v?\d+)$"
)
_LONGEST_STEM = 80
_CLOSE = 0.85
_SEPARATORS = re.compile(r"[\s.-]+")


def shown(name: str) -> str:
    """Return a file's name as valid text, whatever bytes it is made of."""
    try:
        raw = os.fsencode(name)
    except UnicodeEncodeError:  # a member's name, on a disk of another encoding
        raw = name.encode("utf-8", "backslashreplace")
    return raw.decode("utf-8", "backslashreplace")


def one_line(text: str, longest: int = 120) -> str:
    """Return text for a message: no control characters, no line ends, not long."""
    kept = text if len(text) <= longest else f"{text[: longest - 1]}…"
    return "".join(c if c.isprintable() else _escaped(c) for c in kept)


def alike(name: str) -> str:
    """Return what some disk takes a name for: equal for names that it cannot hold both.

    Case, the way an accent is composed and what cannot be seen do not tell names apart.
    """
    if name.isascii():
        return name.casefold()
    folded = unicodedata.normalize("NFKC", name).casefold()
    composed = unicodedata.normalize("NFKC", folded)
    return "".join(c for c in composed if unicodedata.category(c) != "Cf")


def natural_key(text: str) -> tuple[tuple[tuple[str, int, str], ...], str]:
    """Return a sorting key that puts s2 before s10."""
    pieces = _DIGITS.split(text.casefold())  # text and digits in turn, text last
    digits = [piece.lstrip("0") for piece in pieces[1::2]]
    # (length, digits) sorts like the number, but has no limit on its length as int has.
    numbers = [*((len(bare), bare) for bare in digits), (0, "")]
    pairs = zip(pieces[::2], numbers, strict=True)
    return tuple((before, *number) for before, number in pairs), text


def resembles(name: str, ids: Iterable[str]) -> str | None:
    """Return the problem that a wrongly named file was probably meant for."""
    from difflib import get_close_matches  # only needed for names that do not fit

    known = tuple(ids)
    typed = unicodedata.normalize("NFKC", name[:_LONGEST_STEM]).casefold()
    stem = _WRONG_ENDS.sub("", typed[:_LONGEST_STEM])
    while True:
        plain = _SEPARATORS.sub("_", stem.strip())
        if plain in known:
            return plain
        shorter = _COPY_MARK.sub("", stem)
        if shorter == stem:
            break
        stem = shorter
    near = [each for each in known if _may_resemble(plain, each)]
    close = get_close_matches(plain, near, n=1, cutoff=_CLOSE)
    return close[0] if close else None


def ignored(name: str) -> bool:
    """Tell whether a name is nobody's work: hidden, a cache, an editor's backup."""
    folded = name.casefold()
    return (
        folded.startswith(".")
        or (folded.startswith("#") and folded.endswith("#"))  # Emacs, unsaved
        or folded in _IGNORED
        or folded.endswith(_BACKUPS)
        or folded in _COMPANIONS
    )


def some(names: Sequence[str]) -> str:
    """Return the first few names, and how many more there are."""
    first = ", ".join(names[:_FIRST_FEW])
    more = len(names) - _FIRST_FEW
    return first if more <= 0 else f"{first} and {more} more"


def without_archive_suffix(name: str) -> str | None:
    """Return an archive's name without its suffix, or None if it has no such suffix."""
    for suffix in _ARCHIVE_SUFFIXES:
        if name.casefold().endswith(suffix) and len(name) > len(suffix):
            return name[: -len(suffix)]
    return None


def _may_resemble(name: str, problem: str) -> bool:
    """Tell quickly whether two names have enough letters in common.

    A name that is close differs in few letters, so the sets of letters do as well.
    """
    most = (1 - _CLOSE) * (len(name) + len(problem))
    return len(set(name) ^ set(problem)) <= most


def _escaped(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
