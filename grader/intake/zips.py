"""Zip archives: the list of members, and one member's bytes up to a limit.

The standard library reads the central directory. The members themselves are read here,
straight from their place in the file: opening the archive anew for each of a thousand
students would parse its directory a thousand times, and only here is it certain that
no more is decompressed than was asked for.
"""

import os
import stat
import struct
import zipfile
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import BinaryIO, cast

from grader.errors import Unreadable
from grader.intake.disk import kind_of, open_regular
from grader.intake.members import Member, refuse_crowd
from grader.intake.source import SOURCE_BYTES

__all__ = ["ZipMember", "zip_members"]

HIGHEST_RATIO = 100


def zip_members(path: str, *, inside: int | None = None) -> Iterator[Member]:
    """Yield the members of a zip archive.

    Parameters
    ----------
    path
        The archive; absolute.
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
        infos = _directory(file)
    refuse_crowd(len(infos))
    for info in infos:
        yield _member(info, path, inside)


@dataclass(frozen=True, slots=True, kw_only=True)
class ZipMember:
    """Where a member is and what its bytes must be, from the central directory."""

    archive: str
    name: bytes
    offset: int
    packed_bytes: int
    unpacked_bytes: int
    crc: int
    stored: bool
    inside: int | None = field(default=None, compare=False)

    def read(self, limit: int) -> bytes:
        most = min(limit, self.unpacked_bytes + 1)
        with open_regular(self.archive, inside=self.inside) as file:
            _go_to_data(file, self.offset, self.name)
            data = self._unpacked(file, most)
        complete = len(data) == self.unpacked_bytes
        if complete and zlib.crc32(data) == self.crc:
            return data
        if len(data) == limit < self.unpacked_bytes:
            return data  # cut off, as asked; the sum cannot be known
        raise Unreadable("its archive is damaged: the bytes are not what it says")

    def _unpacked(self, file: BinaryIO, most: int) -> bytes:
        if self.stored:
            return file.read(min(most, self.packed_bytes))
        inflate = zlib.decompressobj(-zlib.MAX_WBITS)
        data, left = b"", self.packed_bytes
        try:
            while len(data) < most and not inflate.eof:
                fresh = file.read(min(left, _CHUNK_BYTES))
                left -= len(fresh)
                if not fresh and not inflate.unconsumed_tail:
                    break
                packed = inflate.unconsumed_tail + fresh
                data += inflate.decompress(packed, most - len(data))
        except zlib.error as error:
            raise Unreadable("its archive is damaged: it cannot be unpacked") from error
        return data


_CHUNK_BYTES = 64 << 10
_LOCAL_HEADER = struct.Struct("<4s22xHH")
_LOCAL_SIGNATURE = b"PK\x03\x04"
_ENTRY_SIGNATURE = b"PK\x01\x02"
_LARGEST_DIRECTORY_BYTES = 8 << 20
_LARGEST_END_BYTES = 128 << 10  # zipfile looks for the end in the last 64 KiB
_ENCRYPTED = 0x1 | 0x40 | 0x2000
_PATCHED = 0x20
_UTF8 = 0x800
_METHODS = (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED)
# All that zipfile lets through where a directory is not what it should be.
_DAMAGE = (
    zipfile.BadZipFile,
    ValueError,
    EOFError,
    IndexError,
    KeyError,
    NotImplementedError,
    OverflowError,
    RuntimeError,
    struct.error,
)


class _Bounded:
    """A file that refuses to be read in one piece larger than any sane directory.

    A crowd is refused before the library makes a record of each member.
    """

    def __init__(self, file: BinaryIO) -> None:
        self._file = file
        self.seek = file.seek
        self.tell = file.tell

    def read(self, size: int = -1) -> bytes:
        if size > _LARGEST_DIRECTORY_BYTES:
            raise Unreadable("its directory is larger than any class needs: refused")
        data = self._file.read(_LARGEST_END_BYTES if size < 0 else size)
        # What counts for more than it is must put the signature into a name.
        refuse_crowd(data.count(_ENTRY_SIGNATURE))
        return data

    def seekable(self) -> bool:
        return True


def _directory(file: BinaryIO) -> list[zipfile.ZipInfo]:
    try:
        return zipfile.ZipFile(cast(BinaryIO, _Bounded(file))).infolist()
    except _DAMAGE as error:
        raise Unreadable("it is damaged, or not a zip archive at all") from error


def _member(info: zipfile.ZipInfo, path: str, inside: int | None) -> Member:
    name = _name(info)
    if name.endswith("/"):
        return Member(name=name, folder=True)
    refusal = _refusal(info)
    if refusal is not None:
        return Member(name=name, refusal=refusal)
    origin = ZipMember(
        archive=path,
        inside=inside,
        name=info.orig_filename.encode(_encoding(info)),
        offset=info.header_offset,
        packed_bytes=info.compress_size,
        unpacked_bytes=info.file_size,
        crc=info.CRC,
        stored=info.compress_type == zipfile.ZIP_STORED,
    )
    return Member(name=name, origin=origin)


def _name(info: zipfile.ZipInfo) -> str:
    """Return the name as it was packed, NUL bytes and all.

    Without the flag for UTF-8 the name is in an unknown code page. Many programs
    write UTF-8 even so, and hardly any other text is valid UTF-8 by chance.
    """
    name = info.orig_filename
    if info.flag_bits & _UTF8 or name.isascii():
        return name
    try:
        return name.encode("cp437").decode("utf-8")
    except UnicodeError:
        return name


def _encoding(info: zipfile.ZipInfo) -> str:
    return "utf-8" if info.flag_bits & _UTF8 else "cp437"


def _refusal(info: zipfile.ZipInfo) -> str | None:
    mode = info.external_attr >> 16
    kind = kind_of(mode) if stat.S_IFMT(mode) else None
    if kind is not None:
        return f"is {kind}"
    if info.flag_bits & _ENCRYPTED:
        return "is encrypted: pack it without a password"
    if info.compress_type not in _METHODS or info.flag_bits & _PATCHED:
        return "is packed in a way that is not read: pack it as an ordinary zip"
    ratio = info.file_size / max(1, info.compress_size)
    if info.file_size > SOURCE_BYTES and ratio > HIGHEST_RATIO:
        return f"would unpack to {info.file_size:,} bytes, {ratio:,.0f} times its size"
    return None


def _go_to_data(file: BinaryIO, offset: int, name: bytes) -> None:
    """Move to a member's data, which begins after a header of its own."""
    try:
        file.seek(offset)
        header = file.read(_LOCAL_HEADER.size)
        signature, name_bytes, extra_bytes = _LOCAL_HEADER.unpack(header)
    except (ValueError, OverflowError, struct.error) as error:
        raise Unreadable("its archive is damaged: the member is not there") from error
    if signature != _LOCAL_SIGNATURE:
        raise Unreadable("its archive is damaged: the member is not there")
    if file.read(name_bytes) != name:
        raise Unreadable("its archive is damaged: the member has two names")
    file.seek(extra_bytes, os.SEEK_CUR)
