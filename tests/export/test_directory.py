"""The files of one run."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import Unreadable
from grader.export import directory, jsonl
from grader.model import Result


def test_table_and_report_are_written_from_the_records(
    tmp_path: Path, result: Callable[..., Result]
) -> None:
    """Both files appear beside the records, in UTF-8, with nothing else left over."""
    with jsonl.open_to_append(tmp_path / "results.jsonl") as stream:
        jsonl.append(stream, result(student="Zoë\udc80"))
    names = ["results.jsonl", "grades.csv", "report.html"]
    assert directory.write_all(tmp_path) == [tmp_path / name for name in names]
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(names)
    table = (tmp_path / "grades.csv").read_text(encoding="utf-8")
    assert table.splitlines()[1].split(",")[0] == r"Zoë\udc80"
    report = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert r"Zoë\udc80" in report


def test_a_failure_leaves_the_old_files(tmp_path: Path) -> None:
    """Records that cannot be read leave an earlier table as it was."""
    (tmp_path / "results.jsonl").write_text("not a record\n", encoding="utf-8")
    (tmp_path / "grades.csv").write_text("old", encoding="utf-8")
    with pytest.raises(Unreadable):
        directory.write_all(tmp_path)
    assert (tmp_path / "grades.csv").read_text(encoding="utf-8") == "old"
    assert len(list(tmp_path.iterdir())) == 2


def test_a_file_that_cannot_be_put_in_place_leaves_no_draft(
    tmp_path: Path, result: Callable[..., Result]
) -> None:
    """A failure at the last step takes its draft away."""
    with jsonl.open_to_append(tmp_path / "results.jsonl") as stream:
        jsonl.append(stream, result())
    (tmp_path / "grades.csv").mkdir()
    with pytest.raises(OSError, match=r"grades\.csv"):
        directory.write_all(tmp_path)
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == ["grades.csv", "results.jsonl"]
