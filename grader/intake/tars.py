"""Tar archives, plain or gzipped: one pass from front to back, small files kept.

A gzipped archive can only be read from the start, so the files that may be wanted are
kept during the pass that lists them, packed again: together they take about the room
of the archive itself. The pass never goes back and never holds more than one block of
what it skips; a cap on all that comes out of it stops a bomb.
"""

import gzip
import tarfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

from grader.errors import Unreadable
from grader.intake.disk import open_regular
from grader.intake.members import MOST_MEMBERS, Member, refuse_crowd
from grader.intake.source import SOURCE_BYTES, too_large

__all__ = ["Kept", "tar_members"]


@dataclass(frozen=True, slots=True)
class Kept:
    """The bytes of a member, deflated."""

    packed: bytes

    def read(self, limit: int) -> bytes:
        return zlib.decompressobj().decompress(self.packed, limit)


def tar_members(
    path: str, *, gzipped: bool, inside: int | None = None
) -> Iterator[Member]:
    """Yield the members of a tar archive.

    Parameters
    ----------
    path
        The archive.
    gzipped
        Whether it is packed.
    inside
        Where it was found, as for `open_regular`.

    Raises
    ------
    OSError
        The archive may not be read.
    Unreadable
        It is not a regular file, is damaged, or is refused as a whole.
    """
    with open_regular(path, inside=inside) as file:
        size = file.seek(0, 2)
        file.seek(0)
        if gzipped:
            with gzip.GzipFile(fileobj=file) as unpacked:
                yield from _members(_Stream(unpacked, _allowed_bytes(size)))
        else:
            yield from _members(_Stream(file, size))


_BLOCK_BYTES = 512
_CHUNK_BYTES = 64 << 10
_END = bytes(_BLOCK_BYTES)
_LONGEST_EXTENSION_BYTES = 64 << 10
_MOST_RECORDS = 10 * MOST_MEMBERS
_MOST_HEADERS = 3 * MOST_MEMBERS  # a member and, at most, two that say more about it
_LONGEST_LENGTH = 8  # digits, and the blank behind them
_MOST_KEPT_BYTES = 64 << 20
# Unpacking this much takes about a second, whatever the ratio.
_HARMLESS_BYTES = 256 << 20
_HIGHEST_RATIO = 100

_KINDS = {
    tarfile.LNKTYPE: "is a hard link, and links are not followed",
    tarfile.SYMTYPE: "is a symbolic link, and links are not followed",
    tarfile.CHRTYPE: "is a device",
    tarfile.BLKTYPE: "is a device",
    tarfile.FIFOTYPE: "is a named pipe",
}
_UNKNOWN = "is of a kind that is not read: pack it as an ordinary file"
_PLAIN = (tarfile.REGTYPE, tarfile.AREGTYPE, tarfile.CONTTYPE)
_PAX = (tarfile.XHDTYPE, tarfile.SOLARIS_XHDTYPE)
_SKIPPED = (tarfile.XGLTYPE, tarfile.GNUTYPE_LONGLINK)
_WITHOUT_DATA = (*_KINDS, tarfile.DIRTYPE)


def _allowed_bytes(packed_bytes: int) -> int:
    return max(_HARMLESS_BYTES, _HIGHEST_RATIO * packed_bytes)


class _Stream:
    """Bytes that come once, in order, and no more of them than allowed."""

    def __init__(self, file: BinaryIO | gzip.GzipFile, allowed_bytes: int) -> None:
        self._file = file
        self._left = allowed_bytes

    def block(self) -> bytes:
        """Return the next block; nothing at the end."""
        return self._read(_BLOCK_BYTES)

    def take(self, size: int) -> bytes:
        """Return the data of a member, without what fills its last block."""
        data = self._read(size)
        if len(data) < size:
            raise Unreadable("it ends in the middle of a member")
        self._read(-size % _BLOCK_BYTES)
        return data

    def skip(self, size: int) -> None:
        """Pass over the data of a member."""
        left = size + -size % _BLOCK_BYTES
        while left:
            passed = len(self._read(min(left, _CHUNK_BYTES)))
            if not passed:
                raise Unreadable("it ends in the middle of a member")
            left -= passed

    def _read(self, size: int) -> bytes:
        self._left -= size
        if self._left < -_CHUNK_BYTES:
            raise Unreadable(f"it unpacks to {_HIGHEST_RATIO} times its size: refused")
        try:
            return self._file.read(size)
        except (EOFError, zlib.error, gzip.BadGzipFile) as error:
            raise Unreadable("it is damaged: it cannot be unpacked") from error


def _members(stream: _Stream) -> Iterator[Member]:
    extended: dict[str, str] = {}
    headers = records = count = kept_bytes = 0
    while (block := stream.block()) and block != _END:
        header = _header(block)
        headers += 1
        if headers > _MOST_HEADERS or records > _MOST_RECORDS:
            raise Unreadable("it says more about its members than any archive: refused")
        if header.type in _PAX or header.type == tarfile.GNUTYPE_LONGNAME:
            said = _extension(header, stream)
            records += len(said)
            extended |= dict(said)
            continue
        if header.type in _SKIPPED:
            stream.skip(header.size)
            continue
        count += 1
        refuse_crowd(count)
        member = _member(header, extended, stream)
        kept_bytes += (
            len(member.origin.packed) if isinstance(member.origin, Kept) else 0
        )
        if kept_bytes > _MOST_KEPT_BYTES:
            raise Unreadable("it holds more Python files than any class: refused")
        yield member
        extended = {}


def _header(block: bytes) -> tarfile.TarInfo:
    try:
        header = tarfile.TarInfo.frombuf(block, "utf-8", "surrogateescape")
    except (tarfile.HeaderError, ValueError) as error:
        raise Unreadable("it is damaged, or not a tar archive at all") from error
    if header.size < 0:
        raise Unreadable("it is damaged: a member has a negative size")
    if header.type == tarfile.GNUTYPE_SPARSE:
        # Its data begins nobody knows where without a parser for this kind alone.
        raise Unreadable("it holds a sparse file: pack it again without --sparse")
    return header


def _extension(header: tarfile.TarInfo, stream: _Stream) -> list[tuple[str, str]]:
    """Return what a header before the true one says about it."""
    if header.size > _LONGEST_EXTENSION_BYTES:
        raise Unreadable("a member has a name longer than any disk allows: refused")
    data = stream.take(header.size)
    if header.type == tarfile.GNUTYPE_LONGNAME:
        name = data.partition(b"\0")[0]
        return [("path", name.decode("utf-8", "surrogateescape"))]
    return [*_records(data)]


def _records(data: bytes) -> Iterator[tuple[str, str]]:
    """Yield the records ``<length> <key>=<value>`` of a POSIX extended header."""
    start, end = 0, len(data.rstrip(b"\0"))
    while start < end:
        length, space = _length(data[start : start + _LONGEST_LENGTH])
        if not space + 1 < length <= end - start:
            raise Unreadable("it is damaged: an extended header cannot be read")
        record = data[start + space + 1 : start + length - 1]
        key, _, value = record.decode("utf-8", "surrogateescape").partition("=")
        yield key, value
        start += length


def _length(start: bytes) -> tuple[int, int]:
    """Return the length that a record says it has, and how many digits say so."""
    digits = start.partition(b" ")[0]
    return (int(digits) if digits.isdigit() else 0), len(digits)


def _member(
    header: tarfile.TarInfo, extended: dict[str, str], stream: _Stream
) -> Member:
    name = extended.get("path", header.name)
    size = _size(header, extended)
    if header.type in _WITHOUT_DATA:
        folder = header.type == tarfile.DIRTYPE
        return Member(name=name, folder=folder, refusal=_KINDS.get(header.type))
    sparse = any(key.startswith("GNU.sparse.") for key in extended)
    if header.type not in _PLAIN or sparse:
        stream.skip(size)
        name = extended.get("GNU.sparse.name", name)
        return Member(name=name, refusal=_UNKNOWN)
    if not name.endswith((".py", ".json")):
        stream.skip(size)
        return Member(name=name)
    if size > SOURCE_BYTES:
        stream.skip(size)
        return Member(name=name, fault=too_large())
    return Member(name=name, origin=Kept(zlib.compress(stream.take(size), 1)))


def _size(header: tarfile.TarInfo, extended: dict[str, str]) -> int:
    size = extended.get("size", "")
    return (
        int(size)
        if size.isascii() and size.isdigit() and len(size) < 16
        else header.size
    )
