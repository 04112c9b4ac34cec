"""Packing a hand-in archive."""

import hashlib
import json
import os
import stat
import zipfile
from pathlib import Path

import pytest

from grader.course.submit import Packed, pack
from grader.errors import UsageError
from grader.intake import collect, read
from grader.intake.source import SOURCE_BYTES

CREATED = "2025-01-31T12:00:00+00:00"
FILES = {"dropout": b"d = 'caf\xc3\xa9'\r\n", "gradient_check": b"# coding: latin-1\n"}


@pytest.fixture
def work(tmp_path, monkeypatch) -> dict[str, Path]:
    """Put a student's two files into the working folder."""
    monkeypatch.chdir(tmp_path)
    for problem, data in FILES.items():
        Path(f"{problem}.py").write_bytes(data)
    return {problem: Path(f"{problem}.py") for problem in FILES}


def packed(files, **options) -> Packed:
    settings = {
        "student": "Ana María",
        "out": Path("me.zip"),
        "examples": dict.fromkeys(files, (2, 3)),
        "digests": {problem: f"sha256:{problem}" for problem in files},
        "created": CREATED,
    } | options
    return pack(files, **settings)


def refusal(files, **options) -> str:
    before = sorted(Path().iterdir())
    with pytest.raises(UsageError) as raised:
        packed(files, **options)
    assert sorted(Path().iterdir()) == before
    return str(raised.value)


def test_what_is_packed_is_what_is_collected(work):
    """The archive gives back the student and the same bytes, with nothing to note."""
    packed(work)
    found = collect([Path("me.zip")], problem_ids=tuple(FILES))
    names = [
        (submission.student, submission.problem) for submission in found.submissions
    ]
    digests = [read(submission).digest for submission in found.submissions]
    assert names == [("Ana María", "dropout"), ("Ana María", "gradient_check")]
    assert digests == [
        f"sha256:{hashlib.sha256(data).hexdigest()}" for data in FILES.values()
    ]
    assert found.notes == ()


def test_the_manifest(work):
    """The manifest names the student, the time, and each file as it was."""
    packed(work, examples={"dropout": (0, 4), "gradient_check": (3, 3)})
    with zipfile.ZipFile("me.zip") as archive:
        page = json.loads(archive.read("manifest.json"))
    assert page == {
        "format_version": 1,
        "student": "Ana María",
        "created": CREATED,
        "problems": [
            {
                "id": "dropout",
                "file": "dropout.py",
                "sha256": hashlib.sha256(FILES["dropout"]).hexdigest(),
                "problem_digest": "sha256:dropout",
                "examples_passed": 0,
                "examples_total": 4,
            },
            {
                "id": "gradient_check",
                "file": "gradient_check.py",
                "sha256": hashlib.sha256(FILES["gradient_check"]).hexdigest(),
                "problem_digest": "sha256:gradient_check",
                "examples_passed": 3,
                "examples_total": 3,
            },
        ],
    }


def test_the_members(work):
    """Manifest first, files by id; regular, deflated, without a time of their own."""
    packed(work)
    with zipfile.ZipFile("me.zip") as archive:
        infos = archive.infolist()
    names = ["manifest.json", "dropout.py", "gradient_check.py"]
    assert [info.filename for info in infos] == names
    assert {info.date_time for info in infos} == {(1980, 1, 1, 0, 0, 0)}
    assert {info.external_attr >> 16 for info in infos} == {stat.S_IFREG | 0o644}
    assert {info.compress_type for info in infos} == {zipfile.ZIP_DEFLATED}


def test_the_same_files_make_the_same_bytes(work):
    """Neither the clock nor the order of the files shows in the archive."""
    once = packed(work)
    backwards = dict(reversed(work.items()))
    os.utime("dropout.py", (0, 0))
    again = packed(backwards, out=Path("again.zip"))
    assert Path("me.zip").read_bytes() == Path("again.zip").read_bytes()
    assert once.digest == again.digest


def test_what_is_told_about_the_archive(work):
    """Size and digest are those of the file that was written."""
    data = packed(work).path.read_bytes()
    result = packed(work, overwrite=True)
    assert result.size_bytes == len(data)
    assert result.digest == f"sha256:{hashlib.sha256(data).hexdigest()}"
    assert [packing.id for packing in result.manifest.problems] == list(FILES)


def test_the_name_of_the_file_does_not_matter(work):
    """A file of any name is packed as its problem's."""
    work["dropout"].rename("attempt 3.py")
    packed({"dropout": Path("attempt 3.py")})
    with zipfile.ZipFile("me.zip") as archive:
        assert archive.read("dropout.py") == FILES["dropout"]


def test_nothing_is_left_behind(work):
    """The archive is written in one step, with the rights of any new file."""
    packed(work)
    Path("other").touch()
    names = ["dropout.py", "gradient_check.py", "me.zip", "other"]
    assert sorted(path.name for path in Path().iterdir()) == names
    assert Path("me.zip").stat().st_mode == Path("other").stat().st_mode


def test_an_archive_is_not_overwritten(work):
    """What is there stays, unless it is said otherwise."""
    Path("me.zip").write_text("precious")
    said = "me.zip exists already: name another file or overwrite it"
    assert refusal(work) == said
    assert Path("me.zip").read_text() == "precious"
    packed(work, overwrite=True)
    assert zipfile.is_zipfile("me.zip")


def test_a_link_is_replaced_and_not_followed(work):
    """Overwriting a link leaves alone what it led to."""
    Path("precious").write_text("precious")
    Path("me.zip").symlink_to("precious")
    packed(work, overwrite=True)
    assert (Path("precious").read_text(), Path("me.zip").is_symlink()) == (
        "precious",
        False,
    )


def test_a_folder_is_no_archive(work):
    """The archive needs a name of its own."""
    Path("out").mkdir()
    said = "out is a folder: name the archive to write"
    assert refusal(work, out=Path("out"), overwrite=True) == said
    assert refusal(work, out=Path(), overwrite=True).startswith(". is a folder")


@pytest.mark.parametrize("out", ["nowhere/me.zip", "dropout.py/me.zip"])
def test_a_place_that_cannot_be_written(work, out):
    """The reason of the operating system is told."""
    assert refusal(work, out=Path(out)).startswith(f"{out} cannot be written: ")


def test_a_failure_half_way_leaves_the_old_archive(work, monkeypatch):
    """If the disk is full, nothing is lost and nothing is left behind."""
    Path("me.zip").write_text("precious")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    said = "me.zip cannot be written: No space left on device"
    assert refusal(work, overwrite=True) == said
    assert Path("me.zip").read_text() == "precious"


@pytest.mark.usefixtures("work")
def test_nothing_to_pack():
    """An archive without a file helps nobody."""
    assert refusal({}) == "nothing to hand in: no problem's file was found"


@pytest.mark.parametrize(
    ("student", "said"),
    [
        (" ", "the student's name is empty"),
        ("a" * 101, "the student's name is longer than 100 characters"),
        ("../ana", "the student's name could not be the name of a folder"),
        ("a\nb", "the student's name could not be the name of a folder"),
    ],
)
def test_names_that_no_folder_could_have(work, student, said):
    """What intake would refuse is not packed in the first place."""
    assert refusal(work, student=student) == said


@pytest.mark.usefixtures("work")
def test_files_that_cannot_be_handed_in():
    """Too large, gone, or no file at all: the name and the reason."""
    Path("big.py").write_bytes(b"#" * (SOURCE_BYTES + 1))
    Path("link.py").symlink_to("dropout.py")
    said = "big.py: the file is larger than 256 KiB: hand in the code only"
    assert refusal({"dropout": Path("big.py")}) == said
    said = "gone.py: No such file or directory"
    assert refusal({"dropout": Path("gone.py")}) == said
    said = "link.py: it is a symbolic link, and links are not followed"
    assert refusal({"dropout": Path("link.py")}) == said


def test_the_largest_file_is_packed(work):
    """The cap itself is accepted on both ends."""
    Path("dropout.py").write_bytes(b"#" * SOURCE_BYTES)
    packed(work)
    found = collect([Path("me.zip")], problem_ids=tuple(FILES))
    assert read(found.submissions[0]).text == "#" * SOURCE_BYTES
