"""grade: one inbox of every hostile package, and an honest student among them."""

import json
import shutil
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
import time
from pathlib import Path

import pytest

from tests.intake.packages import FILE, PACKAGES, SHADOWS, canaries, snapshot


@pytest.fixture
def inbox(tmp_path, right) -> Path:
    """Make an inbox with a correct file in it."""
    path = tmp_path / "course" / "inbox"
    (path / "honest").mkdir(parents=True)
    (path / "honest" / FILE).write_text(right, "utf-8")
    return path


def test_an_inbox_of_hostile_packages_is_graded(grader, inbox, tmp_path):
    """Nothing is written, each has its line, and who was honest has full marks."""
    for package in PACKAGES.values():
        package.write(inbox)
    before, start = snapshot(tmp_path), time.monotonic()
    ran = grader("grade", "inbox", "--json", "-j", "2", cwd=inbox.parent)
    took_seconds = time.monotonic() - start
    assert (snapshot(tmp_path), canaries(tmp_path)) == (before, [])
    assert ran.code == 3  # some could not be graded
    honest = ran.results["honest"]
    assert (honest["status"], honest["score"]) == ("graded", honest["max_score"])
    expected = {name: package.status for name, package in PACKAGES.items()}
    statuses = {who: each["status"] for who, each in ran.results.items()}
    assert statuses == {"honest": "graded", **expected}
    faults = {who: each["fault"] for who, each in ran.results.items()}
    notes = ran.err.replace("\n", " ")
    for name, package in PACKAGES.items():
        fault = faults[name]
        if package.status == "not_graded":
            assert fault["message"] == package.reason
        else:
            assert " ".join(package.reason.split()) in " ".join(notes.split())
    assert took_seconds < 60


@pytest.mark.parametrize("command", ["grade", "check"])
def test_no_file_beside_a_submission_is_imported(environment, tmp_path, right, command):
    """Also not if the command runs in a folder of files named like modules."""
    inbox = tmp_path / "inbox"
    inbox.mkdir()
    PACKAGES["import_shadow"].write(inbox)
    folder = inbox / "import_shadow"
    (folder / FILE).write_text(right, "utf-8")
    done = subprocess.run(
        [sys.executable, "-P", "-m", "grader", command, FILE, "--json"],
        cwd=folder,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    assert (done.returncode, canaries(tmp_path)) == (0, []), done.stderr
    (record,) = json.loads(done.stdout)["results"]
    assert {test["outcome"] for test in record["tests"]} == {"passed"}
    # The look for it can fail: whoever imports one leaves the trace.
    shutil.copy(folder / SHADOWS[3], tmp_path / "imported.py")
    subprocess.run([sys.executable, "-c", "import imported"], cwd=tmp_path, check=True)
    assert len(canaries(tmp_path)) == 1
