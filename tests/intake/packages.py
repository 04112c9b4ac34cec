"""Hostile hand-ins, each made by what it is about; the largest unpacks to 288 MiB.

Every one but the folder is an archive of a student who is called like it. A file or a
folder called CANARY anywhere means that something was unpacked or executed.
"""

import gzip
import io
import stat
import tarfile
import warnings
import zipfile
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path

__all__ = ["FILE", "PACKAGES", "SHADOWS", "WRONG", "Package", "canaries", "snapshot"]

FILE = "gradient_check.py"
WRONG = b"def gradient_check(analytic, numeric, tol=1e-6):\n    return 123.456, None\n"
SHADOWS = (
    *("numpy.py", "pytest.py", "_pytest.py", "conftest.py", "sitecustomize.py"),
    *("usercustomize.py", "json.py", "click.py", "random.py", "test_extra.py"),
)

_CANARY = b"ATTACK canary\n"
_MIB = 1 << 20
_OUT = "a name that leads out of the archive"
_LINK = "is a symbolic link, and links are not followed"


@dataclass(frozen=True, slots=True)
class Package:
    """How a hand-in is made, what is said of it, and what becomes of its file.

    ``write`` gets the inbox and puts the package there. ``reason`` is a line of its own
    in the fault of the file or in the notes.
    """

    write: Callable[[Path], None]
    reason: str
    status: str = "not_graded"


def snapshot(folder: Path) -> list[tuple[str, int, int]]:
    """Return every path below a folder with its kind and size, links not followed."""
    found = sorted(folder.rglob("*"))
    return [(str(p), p.lstat().st_mode, p.lstat().st_size) for p in found]


def canaries(folder: Path) -> list[Path]:
    """Return what only an attack that worked can have made."""
    return [path for path in folder.rglob("*CANARY*") if path.name.startswith("CANARY")]


def _zip(name: str, members: Iterable[tuple[str | zipfile.ZipInfo, bytes]]):
    def write(inbox: Path) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # two members of one name
            path = inbox / f"{name}.zip"
            with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
                for member, data in members:
                    archive.writestr(member, data)

    return write


def _zip_slip(inbox: Path) -> None:
    names = ("../CANARY", f"{inbox.parent}/CANARY", "..\\CANARY", "C:/CANARY")
    members = [(FILE, WRONG), *((name, _CANARY) for name in names)]
    _zip("zip_slip", members)(inbox)


def _zip_that_lies(inbox: Path) -> None:
    """Say in the directory that 200,000 bytes are three."""
    _zip("zip_lies", [(FILE, b"x = 1\n" * 40_000)])(inbox)
    path = inbox / "zip_lies.zip"
    data = bytearray(path.read_bytes())
    place = data.rindex(b"PK\x01\x02") + 24
    data[place : place + 4] = (3).to_bytes(4, "little")
    path.write_bytes(data)


def _zip_crowd(inbox: Path) -> None:
    """Write a directory of 150,000 members that says it has one."""
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr("a", b"")
    data = bytearray(buffer.getvalue())
    start, end = data.index(b"PK\x01\x02"), data.index(b"PK\x05\x06")
    entries = bytes(data[start:end]) * 150_000
    data[end + 12 : end + 16] = len(entries).to_bytes(4, "little")
    whole = bytes(data[:start]) + entries + bytes(data[end:])
    (inbox / "zip_crowd.zip").write_bytes(whole)


def _zip_nul(inbox: Path) -> None:
    _zip("zip_nul", [(FILE, WRONG), ("CANARY.pyX.txt", _CANARY)])(inbox)
    path = inbox / "zip_nul.zip"
    path.write_bytes(path.read_bytes().replace(b".pyX.txt", b".py\0.txt"))


def _special(kind: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(FILE)
    info.create_system = 3
    info.external_attr = (kind | 0o777) << 16
    return info


def _odd(name: str, member: str, reason: str) -> Package:
    """Return a zip of the wrong answer and one member of an odd name."""
    said = f"inbox/{name}.zip: refused {reason}"
    return Package(_zip(name, [(FILE, WRONG), (member, _CANARY)]), said, "graded")


def _info(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, link
    info.devmajor, info.devminor = 1, 5
    return info


def _tar(name: str, members: Iterable[tuple[tarfile.TarInfo, bytes]]):
    def write(inbox: Path) -> None:
        with tarfile.open(inbox / f"{name}.tar.gz", "w:gz") as archive:
            for info, data in members:
                info.size = len(data)
                archive.addfile(info, io.BytesIO(data))

    return write


def _tar_slip(inbox: Path) -> None:
    names = ("../CANARY", f"{inbox.parent}/CANARY")
    members = [(_info(FILE), WRONG), *((_info(name), _CANARY) for name in names)]
    _tar("tar_slip", members)(inbox)


def _blocks(name: str, *blocks: tuple[bytes, int]):
    """Return what writes blocks over and over, packed without much ado."""

    def write(inbox: Path) -> None:
        with (inbox / f"{name}.tar.gz").open("wb") as file:
            for block, times in blocks:
                file.write(gzip.compress(block, 1) * times)

    return write


def _header(name: str, kind: bytes, size: int) -> bytes:
    info = _info(name, kind)
    info.size = size
    return info.tobuf(tarfile.USTAR_FORMAT)


_RECORDS = b"6 a=b\n" * 10_240
_MEMBER = _header("notes.txt", tarfile.REGTYPE, 0)
_EXTENSION = _header("x", tarfile.XHDTYPE, len(_RECORDS)) + _RECORDS


def _shadow(inbox: Path) -> None:
    """Write a student's folder of files that some grader might import or obey."""
    folder = inbox / "import_shadow"
    folder.mkdir()
    touch = f"import pathlib; pathlib.Path({str(inbox.parent / 'CANARY')!r}).touch()\n"
    for name in SHADOWS:
        (folder / name).write_text(touch, "utf-8")
    options = "addopts = -p conftest --exitfirst --collect-only\n"
    (folder / "pytest.ini").write_text(f"[pytest]\n{options}", "utf-8")
    (folder / "setup.cfg").write_text(f"[tool:pytest]\n{options}", "utf-8")
    (folder / "x.pth").write_text(touch, "utf-8")
    (folder / FILE).write_bytes(WRONG)


PACKAGES = {
    "zip_slip": Package(
        _zip_slip,
        f"inbox/zip_slip.zip: refused ../CANARY: {_OUT}",
        "graded",
    ),
    "tar_slip": Package(
        _tar_slip,
        f"inbox/tar_slip.tar.gz: refused ../CANARY: {_OUT}",
        "graded",
    ),
    "zip_link": Package(
        _zip("zip_link", [(_special(stat.S_IFLNK), b"/etc/passwd")]),
        f"{FILE} {_LINK}",
    ),
    "zip_pipe": Package(
        _zip("zip_pipe", [(_special(stat.S_IFIFO), b"")]), f"{FILE} is a named pipe"
    ),
    "tar_link": Package(
        _tar(
            "tar_link",
            [
                (_info(FILE), WRONG),
                (_info("out", tarfile.SYMTYPE, ".."), b""),
                (_info("out/CANARY"), _CANARY),
            ],
        ),
        f"inbox/tar_link.tar.gz/out: out {_LINK}",
        "graded",
    ),
    "tar_hard_link": Package(
        _tar("tar_hard_link", [(_info(FILE, tarfile.LNKTYPE, f"honest/{FILE}"), b"")]),
        f"{FILE} is a hard link, and links are not followed",
    ),
    "tar_pipe": Package(
        _tar("tar_pipe", [(_info(FILE, tarfile.FIFOTYPE), b"")]),
        f"{FILE} is a named pipe",
    ),
    "tar_device": Package(
        _tar("tar_device", [(_info(FILE, tarfile.CHRTYPE), b"")]),
        f"{FILE} is a device",
    ),
    "zero_link": Package(
        _tar("zero_link", [(_info(FILE, tarfile.SYMTYPE, "/dev/zero"), b"")]),
        f"{FILE} {_LINK}",
    ),
    "zip_bomb": Package(
        _zip("zip_bomb", [(FILE, bytes(64 * _MIB))]),
        f"{FILE} would unpack to 67,108,864 bytes, 1,029 times its size",
    ),
    "tar_bomb": Package(
        _blocks(
            "tar_bomb",
            (_header(FILE, tarfile.REGTYPE, 288 * _MIB), 1),
            (bytes(16 * _MIB), 18),
        ),
        "tar_bomb.tar.gz cannot be read: it unpacks to 100 times its size: refused",
    ),
    "zip_crowd": Package(
        _zip_crowd,
        "zip_crowd.zip cannot be read: it has more than 20,000 members: refused",
    ),
    "tar_crowd": Package(
        _blocks("tar_crowd", (_MEMBER * 5_001, 4)),
        "tar_crowd.tar.gz cannot be read: it has more than 20,000 members: refused",
    ),
    "tar_talk": Package(
        _blocks("tar_talk", (_EXTENSION, 40)),
        "tar_talk.tar.gz cannot be read: it says more about its members than any "
        "archive: refused",
    ),
    "tar_lies": Package(
        _blocks("tar_lies", (_header(FILE, tarfile.REGTYPE, (8 << 30) - 1) + WRONG, 1)),
        "tar_lies.tar.gz cannot be read: it ends in the middle of a member",
    ),
    "zip_lies": Package(
        _zip_that_lies, "its archive is damaged: the bytes are not what it says"
    ),
    "zip_twice": Package(
        _zip("zip_twice", [(FILE, WRONG), (FILE, b"x = 1\n")]),
        f"{FILE} is 2 times in the archive: refused",
    ),
    "zip_case": Package(
        _zip("zip_case", [(FILE, WRONG), ("Gradient_Check.py", b"x = 1\n")]),
        f"{FILE} is 2 times in the archive: refused",
    ),
    "zip_lookalike": Package(
        _zip("zip_lookalike", [(FILE, WRONG), ("\uff47radient_check.py", b"x = 1\n")]),
        f"{FILE} is 2 times in the archive: refused",
    ),
    "zip_both": Package(
        _zip("zip_both", [(FILE, WRONG), (f"{FILE}/CANARY", _CANARY)]),
        f"{FILE} is both a file and a folder in the archive: refused",
    ),
    "zip_nul": Package(
        _zip_nul,
        "inbox/zip_nul.zip: refused CANARY.py\\x00.txt: a NUL byte in the name",
        "graded",
    ),
    "zip_control": _odd(
        "zip_control",
        "CANARY\x1b[2J.py",
        "CANARY\\x1b[2J.py: a control character in the name",
    ),
    "zip_bidi": _odd(
        "zip_bidi",
        "CANARY\u202eyp.txt",
        "CANARY\\u202eyp.txt: a character in the name that cannot be seen",
    ),
    "zip_blank": _odd(
        "zip_blank",
        "CANARY.py ",
        "CANARY.py : a name with a dot or a blank at its end",
    ),
    "zip_dot": _odd(
        "zip_dot",
        "CANARY./x.py",
        "CANARY./x.py: a name with a dot or a blank at its end",
    ),
    "zip_drive": _odd(
        "zip_drive",
        "s1/C:CANARY",
        "s1/C:CANARY: a name that begins at the root of a disk",
    ),
    "zip_backslash": _odd(
        "zip_backslash", "s1\\CANARY", "s1\\CANARY: a backslash in the name"
    ),
    "import_shadow": Package(
        _shadow,
        "inbox/import_shadow/_pytest.py, inbox/import_shadow/click.py, "
        "inbox/import_shadow/conftest.py and 10 more: no problem's files, left alone",
        "graded",
    ),
}
