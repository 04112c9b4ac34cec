"""Tar archives: an inbox in one file, and what hostile ones cost."""

import gzip
import io
import os
import tarfile
import tracemalloc
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.errors import Unreadable, UsageError
from grader.intake import members, tars
from grader.intake.source import SOURCE_BYTES
from grader.intake.tars import Kept, tar_members

GOOD = ("s1/dropout.py", b"x = 1\n")
GOOD_ROW = ("s1", "dropout", "class.tar/s1/dropout.py", "x = 1\n")


def info(name: str, kind: bytes = tarfile.REGTYPE, link: str = "") -> tarfile.TarInfo:
    member = tarfile.TarInfo(name)
    member.type, member.linkname = kind, link
    return member


def tarred(path, members, mode="w", layout=tarfile.PAX_FORMAT) -> Path:
    """Write a tar archive of members: names, or `TarInfo` records, and their bytes."""
    where = Path(path)
    where.parent.mkdir(parents=True, exist_ok=True)
    with tarfile.open(where, mode, format=layout) as archive:
        for member, data in members:
            record = info(member) if isinstance(member, str) else member
            record.size = len(data)
            archive.addfile(record, io.BytesIO(data))
    return where


@pytest.mark.parametrize("mode", ["w", "w:gz"])
@pytest.mark.parametrize(
    "layout", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT, tarfile.USTAR_FORMAT]
)
def test_a_tar_of_an_inbox(gather, mode, layout):
    """Every dialect of tar, packed or not, is read like a folder."""
    long = "s2" + "x" * 90
    members = [GOOD, (f"{long}/dropout.py", b"y = 2"), ("s1/plot.png", bytes(1000))]
    tarred("class.tar", members, mode, layout)
    assert gather("class.tar") == (
        [GOOD_ROW, (long, "dropout", f"class.tar/{long}/dropout.py", "y = 2")],
        ["class.tar/s1/plot.png: no problem's files, left alone"],
    )


@pytest.mark.parametrize("layout", [tarfile.PAX_FORMAT, tarfile.GNU_FORMAT])
def test_long_and_foreign_names(gather, layout):
    """Names that do not fit into a header follow it in an extension."""
    student = "李 雷" * 80
    tarred("class.tar", [(f"{student}/dropout.py", b"y = 2")], layout=layout)
    row = (student, "dropout", f"class.tar/{student}/dropout.py", "y = 2")
    assert gather("class.tar") == ([row], [])


def test_names_of_strange_bytes(gather):
    """A name that is not UTF-8 is shown as text all the same."""
    name = "caf\udce9/dropout.py"
    tarred("class.tar", [(name, b"y = 2")], layout=tarfile.GNU_FORMAT)
    row = ("caf\\xe9", "dropout", "class.tar/caf\\xe9/dropout.py", "y = 2")
    assert gather("class.tar")[0] == [row]


def test_a_tar_of_the_working_folder(gather):
    """`tar cf class.tar .` puts a dot in front of every name."""
    folder = info("./s1", tarfile.DIRTYPE)
    tarred("class.tar", [(info(".", tarfile.DIRTYPE), b""), (folder, b""),
                         ("./s1/dropout.py", b"x = 1\n")])  # fmt: skip
    assert gather("class.tar") == ([GOOD_ROW], [])


def test_a_common_top_folder_is_left_out(gather):
    """An inbox may be packed with its own folder."""
    tarred("class.tar", [("hw1/s1/dropout.py", b"x = 1\n")])
    row = ("s1", "dropout", "class.tar/hw1/s1/dropout.py", "x = 1\n")
    assert gather("class.tar") == ([row], [])


def test_the_content_tells_the_kind(gather, put):
    """A tar.gz that is called zip is read; one in an inbox, too."""
    tarred("class.zip", [GOOD], "w:gz")
    row = ("s1", "dropout", "class.zip/s1/dropout.py", "x = 1\n")
    assert gather("class.zip") == ([row], [])
    put("inbox/s2/dropout.py")
    tarred("inbox/s1.tgz", [("dropout.py", b"y = 2")], "w:gz")
    row = ("s1", "dropout", "inbox/s1.tgz/dropout.py", "y = 2")
    assert gather("inbox")[0][0] == row


@pytest.mark.parametrize(
    "name", ["../dropout.py", "/s2/dropout.py", "s2/../dropout.py"]
)
def test_odd_names_are_refused(gather, name):
    """A name that leads out of the archive leads nowhere."""
    tarred("class.tar", [GOOD, (name, b"bad = 1")])
    rows, notes = gather("class.tar")
    assert rows == [GOOD_ROW]
    assert len(notes) == 1
    assert notes[0].startswith(f"class.tar: refused {name}: a name that ")


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        (tarfile.SYMTYPE, "a symbolic link, and links are not followed"),
        (tarfile.LNKTYPE, "a hard link, and links are not followed"),
        (tarfile.FIFOTYPE, "a named pipe"),
        (tarfile.CHRTYPE, "a device"),
        (tarfile.BLKTYPE, "a device"),
    ],
)
def test_special_members_cost_themselves(gather, statuses, kind, words):
    """A link, a pipe or a device in place of the file is not graded."""
    member = info("s2/dropout.py", kind, "../s1/dropout.py")
    tarred("class.tar", [GOOD, (member, b""), ("s3/dropout.py", b"z = 3")])
    assert gather("class.tar") == (
        [
            GOOD_ROW,
            ("s2", "dropout", "class.tar/s2/dropout.py", f"dropout.py is {words}"),
            ("s3", "dropout", "class.tar/s3/dropout.py", "z = 3"),
        ],
        [],
    )
    assert statuses("class.tar")["class.tar/s2/dropout.py"] == "not_graded"


def test_duplicates_are_refused(gather):
    """Of two files with one name nobody knows which is meant."""
    tarred("class.tar", [GOOD, ("s2/dropout.py", b"a"), ("./s2/dropout.py", b"b")])
    said = "dropout.py is 2 times in the archive: refused"
    row = ("s2", "dropout", "class.tar/s2/dropout.py", said)
    assert gather("class.tar") == ([GOOD_ROW, row], [])


def test_a_directory_in_place_of_the_file(gather):
    """A folder with the name of a submission is missing, as on disk."""
    folder = info("s2/dropout.py", tarfile.DIRTYPE)
    tarred("class.tar", [GOOD, (folder, b"")])
    row = ("s2", "dropout", "class.tar/s2/dropout.py", "dropout.py is a directory")
    assert gather("class.tar")[0] == [GOOD_ROW, row]


@pytest.mark.parametrize("mode", ["w", "w:gz"])
def test_a_bomb_costs_its_own_student_and_no_memory(gather, mode):
    """64 MiB of zeros are passed over block by block."""
    members = [("s2/dropout.py", bytes(64 << 20)), ("s3/notes", bytes(1 << 20)), GOOD]
    tarred("class.tar", members, mode)
    tracemalloc.start()
    try:
        rows = gather("class.tar")[0]
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    said = "the file is larger than 256 KiB: hand in the code only"
    assert rows[:2] == [GOOD_ROW, ("s2", "dropout", "class.tar/s2/dropout.py", said)]
    assert peak_bytes < 8 << 20


def test_a_bomb_of_an_archive_is_stopped(gather):
    """An archive that unpacks to far more than it weighs is refused in good time."""
    member = info("s2/notes")
    member.size = 1 << 30
    with gzip.open("class.tar.gz", "wb", 1) as packed:
        packed.write(member.tobuf())
        for _ in range(300):
            packed.write(bytes(1 << 20))
    with pytest.raises(UsageError, match="unpacks to 100 times its size"):
        gather("class.tar.gz")


def test_a_name_of_a_gigabyte_is_not_read(gather):
    """An extension that claims to be huge is refused before it is read."""
    for kind in (tarfile.GNUTYPE_LONGNAME, tarfile.XHDTYPE):
        header = info("@LongLink", kind)
        header.size = 1 << 30
        Path("class.tar").write_bytes(header.tobuf(tarfile.GNU_FORMAT) + bytes(4096))
        with pytest.raises(UsageError, match="a name longer than any disk"):
            gather("class.tar")


def test_a_negative_size_is_damage(gather):
    """A size that would lead backwards ends the reading."""
    header = bytearray(info("s1/dropout.py").tobuf(tarfile.GNU_FORMAT))
    header[124:136] = b"\xff" * 12
    header[148:156] = b" " * 8
    header[148:155] = b"%06o\0" % sum(header)
    Path("class.tar").write_bytes(bytes(header) + bytes(1024))
    with pytest.raises(UsageError, match="a member has a negative size"):
        gather("class.tar")


@pytest.mark.parametrize("record", [b"99999 path=x\n", b"0 path=x\n", b"x", b"12"])
def test_a_broken_extension_is_damage(gather, record):
    """A record that lies about its length ends the reading."""
    header = info("x", tarfile.XHDTYPE)
    header.size = len(record)
    block = record.ljust(512, b"\0")
    Path("class.tar").write_bytes(header.tobuf() + block + bytes(1024))
    with pytest.raises(UsageError, match="an extended header cannot be read"):
        gather("class.tar")


def test_sparse_files(gather):
    """Files with holes are refused: alone in the new dialect, with all in the old."""
    new = info("GNUSparseFile.0/dropout.py")
    new.pax_headers = {"GNU.sparse.major": "1", "GNU.sparse.name": "s2/dropout.py"}
    tarred("class.tar", [GOOD, (new, b"1\n0\n0\n")])
    said = "dropout.py is of a kind that is not read: pack it as an ordinary file"
    row = ("s2", "dropout", "class.tar/s2/dropout.py", said)
    assert gather("class.tar")[0] == [GOOD_ROW, row]
    tarred("class.tar", [GOOD, (info("s2/dropout.py", tarfile.GNUTYPE_SPARSE), b"")])
    with pytest.raises(UsageError, match="it holds a sparse file"):
        gather("class.tar")


def test_too_many_members(gather, monkeypatch):
    """An archive of more members than any class has files is refused."""
    monkeypatch.setattr(members, "MOST_MEMBERS", 2)
    tarred("class.tar", [GOOD, ("s2/notes.txt", b"")])
    assert gather("class.tar")[0][0] == GOOD_ROW
    tarred("class.tar", [GOOD, ("s2/notes.txt", b""), ("s3/notes.txt", b"")])
    with pytest.raises(UsageError, match="more than 2 members"):
        gather("class.tar")


@pytest.mark.parametrize("mode", ["w", "w:gz"])
@pytest.mark.parametrize("keep", [100, 130, 600])
def test_a_truncated_archive(gather, mode, keep):
    """Nothing is taken from an archive that ends too early: who was behind the end?"""
    path = tarred("class.tar.gz", [("s1/dropout.py", b"%r" % list(range(999)))], mode)
    path.write_bytes(path.read_bytes()[:keep])
    with pytest.raises(UsageError, match=r"class\.tar\.gz: it "):
        gather("class.tar.gz")


def test_an_empty_tar(gather):
    """A tar with nothing in it holds no submissions."""
    tarred("class.tgz", [], "w:gz")
    with pytest.raises(UsageError, match="no submissions in"):
        gather("class.tgz")


def test_the_largest_file_is_kept_whole(gather):
    """The cap itself is still accepted."""
    data = b"#" * SOURCE_BYTES
    tarred("class.tar", [("s1/dropout.py", data)], "w:gz")
    assert gather("class.tar")[0] == [(*GOOD_ROW[:3], data.decode())]


def test_no_more_is_kept_than_a_class_writes(gather, monkeypatch):
    """Only what may be a submission is kept, and of that no more than there is room."""
    monkeypatch.setattr(tars, "_MOST_KEPT_BYTES", 1000)
    noise = os.urandom(2000)
    tarred("class.tar", [GOOD, ("s1/plot.png", noise)])
    assert gather("class.tar")[0] == [GOOD_ROW]
    tarred("class.tar", [GOOD, ("s1/other.py", noise)])
    with pytest.raises(UsageError, match="more Python files than any class"):
        gather("class.tar")


def test_kept_members_are_read_up_to_a_limit():
    """Any part from the start can be had."""
    tarred("class.tar", [GOOD])
    (member,) = tar_members("class.tar", gzipped=False)
    assert isinstance(member.origin, Kept)
    assert (member.origin.read(3), member.origin.read(99)) == (b"x =", b"x = 1\n")


def small_tar(layout: int) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w", format=layout) as archive:
        for name in ("s1/dropout.py", "ä" * 110 + "/dropout.py"):
            member = info(name)
            member.size = 6
            archive.addfile(member, io.BytesIO(b"x = 1\n"))
    return buffer.getvalue()


SMALL_TARS = [small_tar(tarfile.PAX_FORMAT), small_tar(tarfile.GNU_FORMAT)]
CHANGES = st.lists(
    st.tuples(st.integers(0, len(SMALL_TARS[0]) - 1), st.binary(max_size=4)),
    min_size=1,
    max_size=5,
)


@given(st.sampled_from(SMALL_TARS), CHANGES, st.booleans(), st.booleans())
def test_a_damaged_tar_is_refused_or_read(
    tmp_path_factory, original, changes, late, gzipped
):
    """Whatever bytes are wrong, the only errors are the two that are announced."""
    data = bytearray(gzip.compress(original, 1) if gzipped and late else original)
    for place, value in changes:
        start = place % len(data)
        data[start : start + len(value)] = value
    if not late:
        for start in range(0, len(data) - 511, 512):
            data[start + 148 : start + 156] = b" " * 8
            total = sum(data[start : start + 512])
            data[start + 148 : start + 155] = b"%06o\0" % total
    path = tmp_path_factory.getbasetemp() / "damaged.tar"
    packed = gzip.compress(bytes(data), 1) if gzipped and not late else bytes(data)
    path.write_bytes(packed)
    try:
        for member in tar_members(str(path), gzipped=gzipped):
            if isinstance(member.origin, Kept):
                assert len(member.origin.read(1000)) <= 1000
    except (OSError, Unreadable):
        pass
