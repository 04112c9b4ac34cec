"""Zip archives: an inbox in one file, and what hostile ones cost."""

import io
import os
import stat
import struct
import tracemalloc
import warnings
import zipfile
import zlib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import Unreadable, UsageError
from grader.intake import members
from grader.intake.source import SOURCE_BYTES
from grader.intake.zips import ZipMember, zip_members

GOOD = ("s1/dropout.py", "x = 1\n")
GOOD_ROW = ("s1", "dropout", "class.zip/s1/dropout.py", "x = 1\n")
NOTED = "no problem's files, left alone"


def special(name: str, kind: int) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name)
    info.create_system = 3
    info.external_attr = (kind | 0o777) << 16
    return info


def patched(path: Path, name: str, offset: int, size: int, value: int) -> None:
    """Overwrite one field in the central directory's entry of a member."""
    data = bytearray(path.read_bytes())
    place = data.rindex(name.encode()) - 46
    assert data[place : place + 4] == b"PK\x01\x02"
    data[place + offset : place + offset + size] = value.to_bytes(size, "little")
    path.write_bytes(data)


def test_a_zip_of_an_inbox(zipped, gather):
    """Members are named like the files of a folder."""
    zipped("class.zip", [("s10/dropout.py", "b = 1"), ("s2/dropout.py", "a = 1")])
    assert gather("class.zip") == (
        [
            ("s2", "dropout", "class.zip/s2/dropout.py", "a = 1"),
            ("s10", "dropout", "class.zip/s10/dropout.py", "b = 1"),
        ],
        [],
    )


def test_a_common_top_folder_is_left_out(zipped, gather):
    """Zipping the inbox itself puts one folder around everything."""
    zipped(
        "class.zip",
        [
            ("hw1/", ""),
            ("hw1/s1/", ""),
            ("hw1/s1/dropout.py", "x = 1\n"),
            ("hw1/s2/", ""),
            ("__MACOSX/hw1/s1/._dropout.py", "?"),
        ],
    )
    path = "class.zip/hw1/s2/dropout.py"
    assert gather("class.zip") == (
        [
            ("s1", "dropout", "class.zip/hw1/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", path, "dropout.py is missing"),
        ],
        [],
    )


def test_a_folder_with_the_file_in_it_is_a_student(zipped, gather):
    """One student's folder is no common top folder."""
    zipped("class.zip", [GOOD, ("s1/old/dropout.py", "")])
    note = "class.zip/s1/old: a folder inside a student's folder is not searched"
    assert gather("class.zip") == ([GOOD_ROW], [note])


def test_flat_files_in_a_zip(zipped, gather):
    """With the problem given, stems are students, in a top folder as well."""
    zipped("a.zip", [("alice.py", "a = 1"), ("bob.py", "b = 1")])
    zipped("b.zip", [("hw1/carol.py", "c = 1")])
    assert gather("a.zip", "b.zip", problem="dropout")[0] == [
        ("alice", "dropout", "a.zip/alice.py", "a = 1"),
        ("bob", "dropout", "a.zip/bob.py", "b = 1"),
        ("carol", "dropout", "b.zip/hw1/carol.py", "c = 1"),
    ]


def test_one_students_files_in_a_zip(zipped, put, gather):
    """A zip with the files at its top is the student's that it is called after."""
    put("inbox/bob/relu_backward.py")
    zipped("inbox/alice.zip", [("dropout.py", "a = 1")])
    assert gather("inbox")[0] == [
        ("alice", "dropout", "inbox/alice.zip/dropout.py", "a = 1"),
        (
            "alice",
            "relu_backward",
            "inbox/alice.zip/relu_backward.py",
            "relu_backward.py is missing",
        ),
        ("bob", "dropout", "inbox/bob/dropout.py", "dropout.py is missing"),
        ("bob", "relu_backward", "inbox/bob/relu_backward.py", "x = 1\n"),
    ]


def test_a_zip_of_a_class_in_an_inbox(zipped, put, gather):
    """An archive that lies in an inbox is read like one that is named."""
    put("inbox/s1/dropout.py")
    zipped("inbox/late.zip", [("s2/dropout.py", "late = 1")])
    assert gather("inbox")[0] == [
        ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
        ("s2", "dropout", "inbox/late.zip/s2/dropout.py", "late = 1"),
    ]


def test_an_archive_in_a_students_folder(zipped, put, gather):
    """What is in a student's folder is the student's, whatever it is called inside."""
    put("inbox/s1/dropout.py")
    zipped("inbox/s2/work.zip", [("dropout.py", "b = 1")])
    assert gather("inbox") == (
        [
            ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", "inbox/s2/work.zip/dropout.py", "b = 1"),
        ],
        [],
    )


def test_another_students_folder_in_a_students_archive(zipped, put, gather):
    """A student's archive cannot hand in for somebody else."""
    put("inbox/s1/dropout.py")
    zipped("inbox/s2/work.zip", [GOOD])
    said = "a folder inside a student's folder is not searched"
    assert gather("inbox") == (
        [
            ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", "inbox/s2/dropout.py", "dropout.py is missing"),
        ],
        [f"inbox/s2/work.zip/s1: {said}"],
    )


def test_the_content_tells_the_kind(zipped, put, gather):
    """A zip is a zip, whatever it is called; a document that is one is a stray."""
    zipped("s2", [("dropout.py", "a = 1")]).rename("inbox.dat")
    assert gather("inbox.dat")[0][0][:2] == ("inbox", "dropout")
    put("inbox/s1/dropout.py")
    zipped("inbox/grades.xlsx", [("xl/sheet.xml", "")])
    assert gather("inbox")[1] == [f"inbox/grades.xlsx: {NOTED}"]


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("../dropout.py", "a name that leads out of the archive"),
        ("s1/../../dropout.py", "a name that leads out of the archive"),
        ("..", "a name that leads out of the archive"),
        ("/tmp/s1/dropout.py", "a name that begins at the root of a disk"),
        ("C:/s1/dropout.py", "a name that begins at the root of a disk"),
        ("s2\\dropout.py", "a backslash in the name"),
        ("s2//dropout.py", "two slashes in a row in the name"),
        ("s2/" + "x" * 2000, "a very long name"),
    ],
)
def test_odd_names_are_refused(zipped, gather, name, reason):
    """A name that means different things to different programs is not read."""
    zipped("class.zip", [GOOD, (name, "bad = 1")])
    rows, notes = gather("class.zip")
    assert rows == [GOOD_ROW]
    shown = name if len(name) < 120 else f"{name[:119]}…"
    assert notes == [f"class.zip: refused {shown}: {reason}"]


def test_a_nul_byte_in_a_name_is_refused(zipped, gather):
    """What comes after a NUL byte is cut off by some programs and kept by others."""
    path = zipped("class.zip", [GOOD, ("s2/dropout.pyX.txt", "bad = 1")])
    path.write_bytes(path.read_bytes().replace(b".pyX.txt", b".py\0.txt"))
    note = "class.zip: refused s2/dropout.py\\x00.txt: a NUL byte in the name"
    assert gather("class.zip") == ([GOOD_ROW], [note])


def test_many_odd_names_are_one_note(zipped, gather):
    """A thousand names of the same kind do not bury the reader."""
    zipped("class.zip", [GOOD, *((f"../{number}", "") for number in range(1000))])
    said = "refused ../0, ../1, ../2 and 997 more: a name that leads out of the archive"
    assert gather("class.zip")[1] == [f"class.zip: {said}"]


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (stat.S_IFLNK, "a symbolic link, and links are not followed"),
        (stat.S_IFIFO, "a named pipe"),
        (stat.S_IFCHR, "a device"),
    ],
)
def test_special_members_cost_themselves(zipped, gather, statuses, kind, words):
    """A link, a pipe or a device in place of the file is not graded."""
    member = special("s2/dropout.py", kind)
    zipped("class.zip", [GOOD, (member, "/etc/passwd")])
    row = ("s2", "dropout", "class.zip/s2/dropout.py", f"dropout.py is {words}")
    assert gather("class.zip") == ([GOOD_ROW, row], [])
    assert statuses("class.zip")["class.zip/s2/dropout.py"] == "not_graded"


def test_a_linked_folder_costs_what_seems_to_be_in_it(zipped, gather):
    """A member below a link would land elsewhere, were it extracted."""
    link = special("s2", stat.S_IFLNK)
    zipped("class.zip", [GOOD, (link, ".."), ("s2/dropout.py", "bad = 1")])
    said = "s2 is a symbolic link, and links are not followed"
    row = ("s2", "dropout", "class.zip/s2", said)
    assert gather("class.zip")[0] == [GOOD_ROW, row]


def test_duplicates_are_refused(zipped, gather, statuses):
    """Of two files with one name nobody knows which is meant."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)  # the library's own, on writing
        double = [("s2/dropout.py", "a = 1"), ("s2/dropout.py", "b = 2")]
        zipped("class.zip", [GOOD, *double])
    said = "dropout.py is 2 times in the archive: refused"
    row = ("s2", "dropout", "class.zip/s2/dropout.py", said)
    assert gather("class.zip") == ([GOOD_ROW, row], [])
    assert statuses("class.zip")["class.zip/s2/dropout.py"] == "not_graded"


def test_encrypted_members_are_refused(zipped, gather):
    """A member with a password is not graded, and says what to do."""
    path = zipped("class.zip", [GOOD, ("s2/dropout.py", "x = 2")])
    patched(path, "s2/dropout.py", 8, 2, 0x1)
    said = "dropout.py is encrypted: pack it without a password"
    assert gather("class.zip")[0][1][3] == said


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_other_methods_are_refused(zipped, gather, method):
    """Only methods that can be stopped half-way are unpacked."""
    zipped("class.zip", [GOOD], method)
    said = "dropout.py is packed in a way that is not read: pack it as an ordinary zip"
    assert gather("class.zip")[0] == [(*GOOD_ROW[:3], said)]


def test_stored_members_are_read(zipped, gather):
    """A zip need not be compressed."""
    zipped("class.zip", [GOOD], zipfile.ZIP_STORED)
    assert gather("class.zip") == ([GOOD_ROW], [])


def test_a_bomb_is_refused_unread(zipped, gather, statuses):
    """64 MiB of zeros cost their own student only, and no memory."""
    zipped("class.zip", [GOOD, ("s2/dropout.py", bytes(64 << 20))])
    tracemalloc.start()
    try:
        rows, notes = gather("class.zip")
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    said = "dropout.py would unpack to 67,108,864 bytes, 1,029 times its size"
    row = ("s2", "dropout", "class.zip/s2/dropout.py", said)
    assert (rows, notes) == ([GOOD_ROW, row], [])
    assert statuses("class.zip")["class.zip/s2/dropout.py"] == "not_graded"
    assert peak_bytes < 4 << 20


def test_a_large_file_is_refused_as_on_disk(zipped, gather, statuses):
    """A file over the cap that is no bomb is the student's fault, as in a folder."""
    zipped("class.zip", [("s1/dropout.py", os.urandom(SOURCE_BYTES + 1))])
    said = "the file is larger than 256 KiB: hand in the code only"
    assert gather("class.zip")[0] == [(*GOOD_ROW[:3], said)]
    assert statuses("class.zip") == {"class.zip/s1/dropout.py": "graded"}


def test_a_repetitive_file_below_the_cap_is_no_bomb(zipped, gather):
    """Honest text may be packed two hundred times smaller."""
    text = "# a line that comes again and again\n" * 6000
    zipped("class.zip", [("s1/dropout.py", text)])
    assert gather("class.zip")[0] == [(*GOOD_ROW[:3], text)]


@pytest.mark.parametrize(
    ("offset", "size", "value"),
    [
        (24, 4, 3),  # says it is shorter than it is
        (24, 4, 200),  # says it is longer
        (16, 4, 1),  # another checksum
        (20, 4, 2),  # less is packed than that
        (42, 4, 5),  # it begins elsewhere
        (42, 4, 0xFFFFFF),  # it begins behind the end
    ],
)
def test_a_directory_that_lies(zipped, gather, statuses, offset, size, value):
    """Sizes, sums and places that are not true cost that member only."""
    path = zipped("class.zip", [GOOD, ("s2/dropout.py", "x = 2\n")])
    patched(path, "s2/dropout.py", offset, size, value)
    rows, notes = gather("class.zip")
    assert (rows[0], notes) == (GOOD_ROW, [])
    assert rows[1][3].startswith("its archive is damaged: ")
    assert statuses("class.zip")["class.zip/s2/dropout.py"] == "not_graded"


def test_two_names_for_one_member(zipped, gather):
    """The name in front of the data must be that of the directory."""
    path = zipped("class.zip", [GOOD])
    path.write_bytes(path.read_bytes().replace(b"s1/dropout.py", b"s2/dropout.py", 1))
    said = "its archive is damaged: the member has two names"
    assert gather("class.zip")[0] == [(*GOOD_ROW[:3], said)]


@pytest.mark.parametrize(
    ("raw", "flags", "student"),
    [
        ("Zoë".encode(), 0x800, "Zoë"),
        ("Zoë".encode(), 0, "Zoë"),  # macOS does not set the flag
        ("Zoë".encode("cp437"), 0, "Zoë"),  # as DOS would
    ],
)
def test_names_beyond_ascii(zipped, gather, raw, flags, student):
    """Names are read as UTF-8 where they can be, flag or not."""
    path = zipped("class.zip", [("#" * len(raw) + "/dropout.py", "x = 1\n")])
    data = path.read_bytes().replace(b"#" * len(raw), raw)
    path.write_bytes(data)
    for signature, offset in ((b"PK\x03\x04", 6), (b"PK\x01\x02", 8)):
        place = path.read_bytes().index(signature) + offset
        fresh = bytearray(path.read_bytes())
        fresh[place : place + 2] = struct.pack("<H", flags)
        path.write_bytes(fresh)
    row = (student, "dropout", f"class.zip/{student}/dropout.py", "x = 1\n")
    assert gather("class.zip") == ([row], [])


def test_too_many_members(zipped, gather, monkeypatch):
    """An archive of more members than any class has files is refused."""
    monkeypatch.setattr(members, "MOST_MEMBERS", 2)
    zipped("class.zip", [(f"s{number}/dropout.py", "x = 1") for number in (1, 2)])
    assert len(gather("class.zip")[0]) == 2
    zipped("class.zip", [(f"s{number}/dropout.py", "x = 1") for number in (1, 2, 3)])
    with pytest.raises(UsageError, match="more than 2 members"):
        gather("class.zip")


def test_a_directory_larger_than_any_class(gather):
    """A directory of gigabytes is refused before it is read."""
    end = struct.pack("<4s4H2LH", b"PK\x05\x06", 0, 0, 1, 1, 9 << 20, 0, 0)
    Path("class.zip").write_bytes(b"PK\x03\x04" + bytes(9 << 20) + end)
    with pytest.raises(UsageError, match="its directory is larger than any class"):
        gather("class.zip")


@pytest.mark.parametrize("keep", [0, 3, 30, 60, 150])
def test_a_broken_archive_that_was_named(zipped, gather, keep):
    """An archive that cannot be opened at all is refused by name."""
    path = zipped("class.zip", [GOOD, ("s2/dropout.py", "x = 2")])
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(UsageError, match=r"class\.zip: it is .*damaged"):
        gather("class.zip")


def test_a_broken_archive_in_an_inbox(zipped, put, gather, statuses):
    """There it costs its own student only, who is not graded."""
    put("inbox/s1/dropout.py")
    path = zipped("inbox/s2.zip", [("dropout.py", "x = 2")])
    path.write_bytes(path.read_bytes()[:60])
    said = "s2.zip cannot be read: it is damaged, or not a zip archive at all"
    assert gather("inbox")[0][1] == ("s2", "dropout", "inbox/s2.zip", said)
    assert statuses("inbox")["inbox/s2.zip"] == "not_graded"


def test_a_broken_archive_of_a_student_who_handed_in_twice(put, gather):
    """If the file is there as well, the archive is a note."""
    put("inbox/s1/dropout.py")
    put("inbox/s1.zip", b"PK\x03\x04")
    said = "s1.zip cannot be read: it is damaged, or not a zip archive at all"
    assert gather("inbox") == (
        [("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n")],
        [f"inbox/s1.zip: {said}"],
    )


def test_a_broken_archive_goes_before_a_missing_file(put, gather):
    """What may be in a place that cannot be read is not missing."""
    put("inbox/s1/dropout.py")
    put("inbox/s2/notes.txt")
    put("inbox/s2.zip", b"PK\x03\x04")
    said = "s2.zip cannot be read: it is damaged, or not a zip archive at all"
    assert gather("inbox")[0][1:] == [("s2", "dropout", "inbox/s2.zip", said)]


def test_an_archive_named_twice_is_read_once(zipped, gather):
    """An archive and the inbox that it lies in give each member and note once."""
    zipped("inbox/a.zip", [GOOD, ("../x", "")])
    row = ("s1", "dropout", "inbox/a.zip/s1/dropout.py", "x = 1\n")
    note = "inbox/a.zip: refused ../x: a name that leads out of the archive"
    assert gather("inbox/a.zip", "inbox") == ([row], [note])


def test_an_empty_zip(zipped, put, gather):
    """A zip with nothing in it is a student's missing file, or nothing at all."""
    zipped("inbox/s2.zip", [])
    with pytest.raises(UsageError, match=r"no submissions in inbox/s2\.zip"):
        gather("inbox/s2.zip")
    put("inbox/s1/dropout.py")
    row = ("s2", "dropout", "inbox/s2.zip/dropout.py", "dropout.py is missing")
    assert gather("inbox")[0][1] == row


def test_archives_that_are_not_read(put, gather):
    """Formats that nobody needs are told apart from strays."""
    put("inbox/s1/dropout.py")
    put("inbox/s2.rar", b"Rar!\x1a\x07\x01\x00")
    said = (
        "s2.rar cannot be read: it is no zip, tar or tar.gz archive, or it is damaged"
    )
    assert gather("inbox")[0][1] == ("s2", "dropout", "inbox/s2.rar", said)


def test_a_linked_archive_is_not_followed(zipped, put, gather):
    """A link to somebody's archive is nobody's archive."""
    put("inbox/s1/dropout.py")
    zipped("s2.zip", [("dropout.py", "x = 2")])
    Path("inbox/s2.zip").symlink_to("../s2.zip")
    assert gather("inbox")[0][1][3] == (
        "s2.zip cannot be read: it is a symbolic link, and links are not followed"
    )


def test_an_archive_inside_an_archive_is_a_stray(zipped, gather):
    """Archives are opened one deep."""
    inner = zipped("inner.zip", [("dropout.py", "x = 2")]).read_bytes()
    zipped("class.zip", [GOOD, ("s2.zip", inner)])
    assert gather("class.zip") == ([GOOD_ROW], [f"class.zip/s2.zip: {NOTED}"])


def test_archives_in_hidden_folders_are_not_opened(zipped, put, gather):
    """What is thrown away or cached is not handed in."""
    put("inbox/s1/dropout.py")
    zipped("inbox/.trash/s2.zip", [("dropout.py", "x = 2")])
    zipped("inbox/.s3.zip", [("dropout.py", "x = 3")])
    row = ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n")
    assert gather("inbox") == ([row], [])


def test_an_archive_that_is_gone_at_reading(zipped):
    """Members are read later; then the archive must still be there."""
    path = zipped("class.zip", [GOOD])
    (member,) = zip_members(str(path.absolute()))
    path.unlink()
    assert isinstance(member.origin, ZipMember)
    with pytest.raises(FileNotFoundError):
        member.origin.read(100)


def test_an_archive_that_changed_before_reading(zipped):
    """Other bytes in the old place are not taken for the member."""
    path = zipped("class.zip", [GOOD])
    (member,) = zip_members(str(path.absolute()))
    zipped("class.zip", [("s1/dropout.py", "other = 1")])
    assert isinstance(member.origin, ZipMember)
    with pytest.raises(Unreadable, match="its archive is damaged"):
        member.origin.read(100)


@pytest.mark.parametrize("method", [zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED])
@pytest.mark.parametrize("size", [0, 1, 65_535, 200_000])
def test_members_are_read_up_to_a_limit(zipped, method, size):
    """Any part from the start can be had, and the whole is exact."""
    data = os.urandom(size // 2) + b"#" * (size - size // 2)
    path = zipped("class.zip", [("s1/dropout.py", data)], method)
    (member,) = zip_members(str(path.absolute()))
    assert isinstance(member.origin, ZipMember)
    assert member.origin.read(size) == data
    assert member.origin.read(size + 1) == data
    assert member.origin.read(10) == data[:10]


def test_a_member_that_never_ends_is_cut_off():
    """More than was asked for is never unpacked, whatever the directory says."""
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(bytes(64 << 20)) + packer.flush()
    header = struct.pack("<4s22xHH", b"PK\x03\x04", 1, 0) + b"a"
    Path("a.zip").write_bytes(header + packed)
    member = ZipMember(
        archive="a.zip",
        name=b"a",
        offset=0,
        packed_bytes=len(packed),
        unpacked_bytes=64 << 20,
        crc=0,
        stored=False,
    )
    tracemalloc.start()
    try:
        data = member.read(1000)
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert (data, peak_bytes < 1 << 20) == (bytes(1000), True)


def small_zip() -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("s1/dropout.py", "x = 1\n" * 20)
        archive.writestr("s2/dropout.py", "y = 2\n")
    return buffer.getvalue()


SMALL_ZIP = small_zip()


@given(
    st.lists(
        st.tuples(st.integers(0, len(SMALL_ZIP) - 1), st.integers(0, 255)),
        min_size=1,
        max_size=6,
    )
)
def test_a_damaged_zip_is_refused_or_read(tmp_path_factory, changes):
    """Whatever bytes are wrong, the only errors are the two that are announced."""
    data = bytearray(SMALL_ZIP)
    for place, value in changes:
        data[place] = value
    path = tmp_path_factory.getbasetemp() / "damaged.zip"
    path.write_bytes(data)
    try:
        for member in zip_members(str(path)):
            if isinstance(member.origin, ZipMember):
                assert len(member.origin.read(1000)) <= 1000
    except (OSError, Unreadable):
        pass
