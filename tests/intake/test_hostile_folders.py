"""Folders of somebody who wants us to open something else than a file of theirs."""

import os
import socket
from pathlib import Path

import pytest

from grader.intake import collect, folder, read
from grader.intake.disk import listing

SECRET = b"secret = 1\n"
LINK = "a symbolic link, and links are not followed"
HARD_LINK = "a hard link, so it is another file too: hand in a copy"
MOVED = "its folder became something else meanwhile"


@pytest.fixture(autouse=True)
def _secret(put):
    """Put a file beside the inbox that nobody may read through it."""
    put("secret/dropout.py", SECRET)
    put("inbox/s1/dropout.py")


def found():
    return collect([Path("inbox")], problem_ids=["dropout"])


def readings(collection):
    """Return each student's status, and the text or the reason."""
    rows = {}
    for submission in collection.submissions:
        reading = read(submission)
        said = reading.text if reading.fault is None else reading.fault.message
        rows[submission.student] = (reading.status.value, said)
    return rows


GOOD = {"s1": ("graded", "x = 1\n")}


def test_pipes_and_sockets_are_neither_opened_nor_waited_for(monkeypatch):
    """A pipe that nobody writes to would block for ever, also one of another name."""
    for student in ("s2", "s3"):
        Path("inbox", student).mkdir()
    os.mkfifo("inbox/s2/dropout.py")
    os.mkfifo("inbox/s2/notes.txt")
    os.mkfifo("inbox/s4.zip")
    with socket.socket(socket.AF_UNIX) as server, monkeypatch.context() as there:
        there.chdir("inbox/s3")  # a socket's path must be short
        server.bind("dropout.py")
    collection = found()
    assert readings(collection) == GOOD | {
        "s2": ("not_graded", "dropout.py is a named pipe"),
        "s3": ("not_graded", "dropout.py is a socket"),
        "s4": ("not_graded", "s4.zip cannot be read: it is a named pipe"),
    }
    notes = [str(note) for note in collection.notes]
    assert notes == ["inbox/s2/notes.txt: notes.txt is a named pipe"]


def test_devices_are_told_by_looking_at_them():
    """A listing of true devices opens none of them."""
    kinds = {entry.parts[0]: entry.fault for entry in listing("/dev")}
    for name in ("null", "zero"):
        fault = kinds[name]
        assert fault is not None
        assert fault.message == f"{name} is a device"


def test_a_hard_link_to_a_secret_is_not_read():
    """Nobody can tell whose file it is, be it a student's, a flat one or an archive."""
    for name in ("s2/dropout.py", "s3.zip"):
        Path("inbox", name).parent.mkdir(exist_ok=True)
        os.link("secret/dropout.py", f"inbox/{name}")
    assert readings(found()) == GOOD | {
        "s2": ("not_graded", f"dropout.py is {HARD_LINK}"),
        "s3": ("not_graded", f"s3.zip cannot be read: it is {HARD_LINK}"),
    }


def test_a_hard_link_that_was_named_itself_is_read(gather):
    """Who names a file means that file."""
    os.link("secret/dropout.py", "inbox/s1/copy.py")
    row = ("s1", "dropout", "inbox/s1/copy.py", SECRET.decode())
    assert gather("inbox/s1/copy.py", problem="dropout")[0] == [row]


def replace_by(path: str, make) -> None:
    Path(path).rename(f"{path}.old")
    make(path)


CHANGES = {
    "a file by a link": (
        "inbox/s2/dropout.py",
        lambda path: Path(path).symlink_to("../../secret/dropout.py"),
        f"it is {LINK}",
    ),
    "a file by a hard link": (
        "inbox/s2/dropout.py",
        lambda path: os.link("secret/dropout.py", path),
        f"it is {HARD_LINK}",
    ),
    "a file by a pipe": ("inbox/s2/dropout.py", os.mkfifo, "it is a named pipe"),
    "a folder by a link": (
        "inbox/s2",
        lambda path: Path(path).symlink_to("../secret"),
        MOVED,
    ),
    "a folder by a file": ("inbox/s2", lambda path: Path(path).touch(), MOVED),
}


@pytest.mark.parametrize("change", CHANGES)
def test_what_is_put_in_place_after_the_listing_is_not_read(put, change):
    """Between the two looks at a file it may become anything."""
    put("inbox/s2/dropout.py")
    collection = found()
    path, make, reason = CHANGES[change]
    replace_by(path, make)
    assert readings(collection) == GOOD | {"s2": ("not_graded", reason)}


def test_a_file_that_grows_after_the_listing_is_read_up_to_the_cap(put):
    """What counts is what is there at the reading, and no more of it than allowed."""
    file = put("inbox/s2/dropout.py")
    collection = found()
    file.write_bytes(b"#" * (300 << 10))
    said = "the file is larger than 256 KiB: hand in the code only"
    assert readings(collection)["s2"] == ("graded", said)


def test_a_folder_that_becomes_a_link_while_the_inbox_is_listed(put, monkeypatch):
    """The look into a student's folder goes by way of no link either."""
    put("inbox/s2/dropout.py")
    real = folder.listing

    def late(path, **inside):
        entries = tuple(real(path, **inside))
        if not inside:
            replace_by("inbox/s2", lambda path: Path(path).symlink_to("../secret"))
        return entries

    monkeypatch.setattr(folder, "listing", late)
    said = f"s2 cannot be read: {MOVED}"
    assert readings(found()) == GOOD | {"s2": ("not_graded", said)}


def test_an_archive_whose_folder_becomes_a_link(zipped):
    """The members are read later, and from where they were listed or not at all."""
    zipped("inbox/s2/work.zip", [("dropout.py", "a = 1")])
    zipped("secret/work.zip", [("dropout.py", "a = 1")])
    collection = found()
    replace_by("inbox/s2", lambda path: Path(path).symlink_to("../secret"))
    assert readings(collection) == GOOD | {"s2": ("not_graded", MOVED)}


def test_a_link_above_the_inbox_is_followed():
    """It was there before the inbox was named, and is no student's."""
    Path("this_year").symlink_to(".")
    collection = collect([Path("this_year/inbox")], problem_ids=["dropout"])
    assert readings(collection) == GOOD
