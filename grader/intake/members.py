"""Members of an archive as entries of a tree: what is refused, and for what reason.

Nothing is ever extracted, so a name cannot lead anywhere. Odd names, links, devices
and duplicates are refused all the same, because it cannot be known which file the
student or the instructor sees when another program unpacks the archive.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from unicodedata import category

from grader.errors import Unreadable
from grader.intake.names import alike, one_line, shown, some
from grader.intake.submission import Note, Origin, unreadable
from grader.intake.tree import Entry
from grader.model import Fault

__all__ = ["MOST_MEMBERS", "Member", "Members", "members", "refuse_crowd"]

MOST_MEMBERS = 20_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Member:
    """One member as its archive lists it; ``refusal`` is why it will not be read."""

    name: str
    folder: bool = False
    origin: Origin | None = None
    fault: Fault | None = None
    refusal: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Members:
    """The entries of an archive, and a note for each member that has no place."""

    entries: tuple[Entry, ...]
    notes: tuple[Note, ...]


def members(listed: Iterable[Member], path: str) -> Members:
    """Return what an archive's members are as a tree.

    Parameters
    ----------
    listed
        The members in the order of the archive.
    path
        The archive as a person reads it.
    """
    entries: list[Entry] = []
    refused: dict[str, list[str]] = {}
    for member in listed:
        parts, odd = _parts(member.name)
        if odd is not None:
            refused.setdefault(odd, []).append(one_line(shown(member.name)))
        elif parts:
            entries.append(_entry(member, parts))
    notes = (Note(path=path, message=_words(*item)) for item in refused.items())
    return Members(entries=tuple(_once(entries)), notes=tuple(notes))


def refuse_crowd(count: int) -> None:
    """Refuse an archive of more members than any class has files.

    Raises
    ------
    Unreadable
        There are too many.
    """
    if count > MOST_MEMBERS:
        raise Unreadable(f"it has more than {MOST_MEMBERS:,} members: refused")


def _words(odd: str, names: list[str]) -> str:
    return f"refused {some(names)}: {odd}"


_DRIVE = re.compile(r"[A-Za-z]:")
_LONGEST_NAME = 1024
_CONTROLS = frozenset({"Cc", "Zl", "Zp"})
_JOINERS = "\u200c\u200d"  # some languages cannot be spelled without
_DEEPEST = 3  # nothing below is ever read


def _parts(name: str) -> tuple[tuple[str, ...], str | None]:
    """Return the parts of a member's name, or what is odd about it."""
    odd = _oddity(name)
    if odd is not None:
        return (), odd
    parts = tuple(part for part in name.split("/") if part != ".")
    return (parts[:-1] if parts and parts[-1] == "" else parts), None


def _oddity(name: str) -> str | None:
    pieces = name.removesuffix("/").split("/")
    kinds = set() if name.isprintable() else {*map(_kind, name)}
    rules = {
        "an empty name": name == "",
        "a very long name": len(name) > _LONGEST_NAME,
        "a NUL byte in the name": "\0" in name,
        "a control character in the name": bool(kinds & _CONTROLS),
        "a character in the name that cannot be seen": "Cf" in kinds,
        "a backslash in the name": "\\" in name,
        "a name that begins at the root of a disk": name.startswith("/")
        or any(map(_DRIVE.match, pieces)),
        "a name that leads out of the archive": ".." in pieces,
        "two slashes in a row in the name": "" in pieces,
        "a name with a dot or a blank at its end": any(map(_fades, pieces)),
    }
    return next((reason for reason, broken in rules.items() if broken), None)


def _kind(character: str) -> str:
    return "" if character in _JOINERS else category(character)


def _fades(piece: str) -> bool:
    """Tell whether Windows would drop the end of a name."""
    return piece != "." and piece.endswith((".", " "))


def _entry(member: Member, parts: tuple[str, ...]) -> Entry:
    fault = member.fault
    if member.refusal is not None:
        fault = unreadable(f"{one_line(shown(parts[-1]))} {member.refusal}")
    return Entry(parts=parts, folder=member.folder, origin=member.origin, fault=fault)


def _once(entries: list[Entry]) -> Iterator[Entry]:
    """Yield each file once; names that some disk cannot hold side by side are refused.

    On such a disk the last one wins, and a file in place of a folder hides it.
    """
    keys = [alike("/".join(entry.parts)) for entry in entries]
    files = [key for key, entry in zip(keys, entries, strict=True) if not entry.folder]
    counts = Counter(files)
    folders = {folder for entry in entries for folder in _folders(entry)}
    seen: set[tuple[str, ...]] = set()
    for key, entry in zip(keys, entries, strict=True):
        if entry.folder:
            yield entry
        elif entry.parts not in seen:
            seen.add(entry.parts)
            yield _refused(entry, counts[key], key in folders)


def _folders(entry: Entry) -> Iterator[str]:
    """Yield the folders that an entry is or lies in, down to where files are read."""
    deepest = len(entry.parts) - (not entry.folder)
    for depth in range(1, min(deepest, _DEEPEST) + 1):
        yield alike("/".join(entry.parts[:depth]))


def _refused(entry: Entry, times: int, is_folder: bool) -> Entry:
    """Return an entry with the reason why it is refused, if there is one."""
    name = one_line(shown(entry.parts[-1]))
    if times > 1:
        reason = f"{name} is {times} times in the archive: refused"
    elif is_folder and entry.fault is None:
        reason = f"{name} is both a file and a folder in the archive: refused"
    else:
        return entry
    return replace(entry, origin=None, fault=unreadable(reason))
