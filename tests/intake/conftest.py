"""Short ways to build an inbox and to say what was found in it."""

import os
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.intake import collect, read

IDS = ("gradient_check", "gradient_check_n", "relu_backward", "dropout")


@pytest.fixture(autouse=True)
def _inside(tmp_path, monkeypatch):
    """Every test works in a folder of its own, with relative paths."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture
def put() -> Callable[..., Path]:
    """Write a file, its folders made as needed."""

    def _put(path: str | bytes, data: bytes = b"x = 1\n") -> Path:
        where = Path(os.fsdecode(path))
        where.parent.mkdir(parents=True, exist_ok=True)
        where.write_bytes(data)
        return where

    return _put


@pytest.fixture
def gather():
    """Collect and read: rows of student, problem, path, and text or fault; notes."""

    def _gather(*paths, problem=None, ids=IDS):
        found = collect([Path(p) for p in paths], problem_ids=ids, problem=problem)
        rows = []
        for submission in found.submissions:
            reading = read(submission)
            said = reading.text if reading.fault is None else reading.fault.message
            row = (submission.student, submission.problem, submission.path, said)
            rows.append(row)
        return rows, [str(note) for note in found.notes]

    return _gather


@pytest.fixture
def statuses():
    """Collect and read: the status of each submission, by its path."""

    def _statuses(*paths, problem=None, ids=IDS):
        found = collect([Path(p) for p in paths], problem_ids=ids, problem=problem)
        return {s.path: read(s).status.value for s in found.submissions}

    return _statuses


@pytest.fixture
def zipped():
    """Write a zip archive of members: names, or `ZipInfo` records, and their bytes."""

    def _zipped(path, members, method=zipfile.ZIP_DEFLATED):
        where = Path(path)
        where.parent.mkdir(parents=True, exist_ok=True)
        with zipfile.ZipFile(where, "w", method) as archive:
            for member, data in members:
                archive.writestr(member, data)
        return where

    return _zipped
