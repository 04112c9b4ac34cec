"""Reading one submission: the text, the fault, the digest, the status."""

import hashlib
import os
import socket
from dataclasses import dataclass
from pathlib import Path

import pytest

from grader.errors import Unreadable
from grader.intake import Reading, Submission, read
from grader.intake.disk import DiskFile, listing, open_regular
from grader.intake.source import SOURCE_BYTES
from grader.model import Fault, FaultKind, Status


@dataclass(frozen=True)
class Failing:
    """An origin that cannot be read."""

    error: Exception

    def read(self, limit: int) -> bytes:  # noqa: ARG002 - the protocol's
        raise self.error


@dataclass(frozen=True)
class Asked:
    """An origin that tells how much it was asked for."""

    limits: list[int]

    def read(self, limit: int) -> bytes:
        self.limits.append(limit)
        return b""


def reading_of(origin) -> Reading:
    submission = Submission(
        student="s01", problem="dropout", path="s01/dropout.py", origin=origin
    )
    return read(submission)


def unread(kind: FaultKind, message: str, status: Status) -> Reading:
    fault = Fault(kind=kind, message=message)
    return Reading(text=None, fault=fault, digest=None, status=status)


def test_text_is_read_with_its_digest(put):
    """A readable file gives its text and the digest of its bytes."""
    data = "\ufeffx = 'é'\r\n".encode()
    digest = f"sha256:{hashlib.sha256(data).hexdigest()}"
    expected = Reading(
        text="x = 'é'\r\n", fault=None, digest=digest, status=Status.GRADED
    )
    assert reading_of(DiskFile(str(put("a.py", data)))) == expected


def test_a_file_that_is_no_text_is_graded(put):
    """A fault of the student's keeps the digest and is graded."""
    reading = reading_of(DiskFile(str(put("a.py", b"\xff"))))
    assert (reading.text, reading.status) == (None, Status.GRADED)
    assert reading.fault is not None
    assert (reading.fault.kind, reading.fault.line) == (FaultKind.ENCODING, 1)
    digest = hashlib.sha256(b"\xff").hexdigest()
    assert reading.digest == f"sha256:{digest}"


def test_a_file_over_the_cap_has_no_digest(put):
    """What was not read to its end has no digest."""
    reading = reading_of(DiskFile(str(put("a.py", b"#" * (SOURCE_BYTES + 9)))))
    assert (reading.digest, reading.status) == (None, Status.GRADED)
    assert reading.fault is not None
    assert reading.fault.message.startswith("the file is larger than 256 KiB")


def test_no_more_than_the_cap_is_read():
    """One byte over the cap is enough to know."""
    limits: list[int] = []
    reading_of(Asked(limits))
    assert limits == [SOURCE_BYTES + 1]


@pytest.mark.parametrize(
    ("error", "message"),
    [
        (PermissionError(13, "Permission denied"), "Permission denied"),
        (OSError(5, "Input/output error"), "Input/output error"),
        (OSError(), "OSError"),
        (Unreadable("it is a socket"), "it is a socket"),
    ],
)
def test_what_the_system_refuses_is_not_graded(error, message):
    """An error of the operating system is never the student's."""
    expected = unread(FaultKind.UNREADABLE, message, Status.NOT_GRADED)
    assert reading_of(Failing(error)) == expected


def test_a_file_that_went_away_is_missing():
    """A file that was there at collection may be gone later."""
    expected = unread(
        FaultKind.MISSING, "dropout.py is no longer there", Status.MISSING
    )
    assert reading_of(DiskFile(str(Path("gone.py").absolute()))) == expected


def test_without_origin_it_is_missing():
    """A submission of which nothing else is known is missing."""
    expected = unread(FaultKind.MISSING, "dropout.py is missing", Status.MISSING)
    assert reading_of(None) == expected


@pytest.mark.parametrize(
    ("kind", "status"),
    [
        (FaultKind.MISSING, Status.MISSING),
        (FaultKind.UNREADABLE, Status.NOT_GRADED),
        (FaultKind.ENCODING, Status.GRADED),
    ],
)
def test_a_fault_known_at_collection_decides(kind, status):
    """Nothing is read if it is known already that it cannot be."""
    fault = Fault(kind=kind, message="because")
    submission = Submission(
        student="s01",
        problem="dropout",
        path="s01/dropout.py",
        origin=Failing(AssertionError("was read")),
        fault=fault,
    )
    assert read(submission) == unread(kind, "because", status)


def test_a_link_is_not_opened(put):
    """A symbolic link is refused by name, wherever it leads."""
    put("a.py")
    Path("link.py").symlink_to("a.py")
    message = "it is a symbolic link, and links are not followed"
    expected = unread(FaultKind.UNREADABLE, message, Status.NOT_GRADED)
    assert reading_of(DiskFile("link.py")) == expected


def test_a_link_put_in_at_the_last_moment_is_not_followed(put, monkeypatch):
    """Even if the first look saw a regular file, the link is not followed."""
    regular = put("a.py").lstat()
    Path("link.py").symlink_to("a.py")
    monkeypatch.setattr(os, "lstat", lambda *_path, **_folder: regular)
    with pytest.raises(OSError, match="symbolic links"):
        open_regular("link.py")


def test_a_pipe_put_in_at_the_last_moment_does_not_block(put, monkeypatch):
    """Opening never waits for a writer, and what was opened is looked at again."""
    regular = put("a.py").lstat()
    os.mkfifo("pipe.py")
    monkeypatch.setattr(os, "lstat", lambda *_path, **_folder: regular)
    with pytest.raises(Unreadable, match="it is a named pipe"):
        open_regular("pipe.py")


def test_devices_and_sockets_are_refused():
    """Neither an endless device nor a socket is opened."""
    with pytest.raises(Unreadable, match="it is a device"):
        open_regular("/dev/zero")
    with socket.socket(socket.AF_UNIX) as server:
        server.bind("s")
        with pytest.raises(Unreadable, match="it is a socket"):
            open_regular("s")
    with pytest.raises(Unreadable, match="it is a directory"):
        open_regular(".")


def test_a_listing_does_not_go_into_folders(put):
    """What is in a folder of the folder is another listing."""
    put("in/s1/a.py")
    put("in/b.py")
    entries = [(entry.parts, entry.folder) for entry in listing("in", inside=("in",))]
    assert entries == [(("in", "b.py"), False), (("in", "s1"), True)]
