"""Hostile packages are read, never unpacked: each has its reason, none costs others."""

import tarfile
import time
import tracemalloc
from pathlib import Path

import pytest

from grader.intake import collect, read
from tests.intake.packages import FILE, PACKAGES, canaries, snapshot

GOOD = b"x = 1\n"


@pytest.fixture
def inbox(tmp_path, monkeypatch) -> Path:
    """Make an inbox with the file of an honest student in it, two folders deep."""
    path = tmp_path / "course" / "inbox"
    (path / "honest").mkdir(parents=True)
    (path / "honest" / FILE).write_bytes(GOOD)
    monkeypatch.chdir(tmp_path / "course")
    return path


@pytest.mark.parametrize("name", PACKAGES)
def test_a_hostile_package_is_refused_in_one_line(inbox, tmp_path, name):
    """Nothing is written, it takes seconds, and the honest student's file is read."""
    package = PACKAGES[name]
    package.write(inbox)
    before = snapshot(tmp_path)
    start = time.monotonic()
    found = collect([Path("inbox")], problem_ids=["gradient_check"])
    readings = {each.student: read(each) for each in found.submissions}
    took_seconds = time.monotonic() - start
    faults = [each.fault.message for each in readings.values() if each.fault]
    lines = [*faults, *map(str, found.notes)]
    assert {who: each.status.value for who, each in readings.items()} == {
        "honest": "graded",
        name: package.status,
    }
    assert readings["honest"].text == GOOD.decode()
    assert lines.count(package.reason) == 1, lines
    assert not any("\n" in line or "\x1b" in line for line in lines)
    assert (snapshot(tmp_path), canaries(tmp_path)) == (before, [])
    assert took_seconds < 20  # what is not stopped takes minutes


@pytest.mark.parametrize("name", ["zip_bomb", "tar_bomb", "zip_crowd", "zip_lies"])
def test_a_package_takes_no_memory(inbox, name):
    """What it would unpack to, or who is in it, is never held as a whole."""
    PACKAGES[name].write(inbox)
    tracemalloc.start()
    try:
        for each in collect(
            [Path("inbox")], problem_ids=["gradient_check"]
        ).submissions:
            read(each)
        peak_bytes = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak_bytes < 8 << 20


def test_the_packages_are_hostile(inbox, tmp_path):
    """What unpacks one without care writes outside: the look for it can fail."""
    PACKAGES["tar_slip"].write(inbox)
    before = snapshot(tmp_path)
    with tarfile.open(inbox / "tar_slip.tar.gz") as archive:
        archive.extractall(inbox / "honest", filter="fully_trusted")
    assert snapshot(tmp_path) != before
    assert canaries(tmp_path) == [tmp_path / "course" / "CANARY", inbox / "CANARY"]
