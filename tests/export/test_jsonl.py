"""Records in a file, one a line."""

import io
import json
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import Unreadable
from grader.export import jsonl
from grader.model import Result


def test_records_come_back_in_order(
    tmp_path: Path, result: Callable[..., Result], wrong: Result
) -> None:
    """What was appended is read back equal, whatever the texts hold."""
    records = [result(student="s1\x00\u2028\n\\ud800 \U0001f600"), wrong]
    path = tmp_path / "results.jsonl"
    with jsonl.open_to_append(path) as stream:
        for record in records:
            jsonl.append(stream, record)
    assert list(jsonl.read(path)) == records


def test_a_record_is_one_line_of_ascii(result: Callable[..., Result]) -> None:
    """A line holds no byte above 127 and no line end but its own."""
    stream = io.StringIO()
    jsonl.append(stream, result(student="é\u2028\n"))
    text = stream.getvalue()
    assert (text.isascii(), text.count("\n"), text[-1]) == (True, 1, "\n")
    assert json.loads(text)["student"] == "é\u2028\n"


def test_each_record_leaves_at_once(
    tmp_path: Path, result: Callable[..., Result]
) -> None:
    """A record is in the file before the file is closed."""
    path = tmp_path / "results.jsonl"
    with jsonl.open_to_append(path) as stream:
        jsonl.append(stream, result())
        assert list(jsonl.read(path)) == [result()]


def test_a_number_that_json_lacks_is_refused(result: Callable[..., Result]) -> None:
    """NaN never reaches a file: other readers of JSON would stop there."""
    with pytest.raises(ValueError, match="not JSON compliant"):
        jsonl.append(io.StringIO(), result(score=float("nan")))


def test_half_a_line_is_left_out(tmp_path: Path, result: Callable[..., Result]) -> None:
    """A run that was killed while it wrote loses that record only."""
    path = tmp_path / "results.jsonl"
    with jsonl.open_to_append(path) as stream:
        jsonl.append(stream, result())
        stream.write('{"format_version": 1, "prob')
    assert list(jsonl.read(path)) == [result()]


def test_appending_first_removes_half_a_line(
    tmp_path: Path, result: Callable[..., Result], wrong: Result
) -> None:
    """The next record is not glued to what a killed run left behind."""
    path = tmp_path / "results.jsonl"
    with jsonl.open_to_append(path) as stream:
        jsonl.append(stream, result())
        stream.write('{"format_version": 1, "prob')
    with jsonl.open_to_append(path) as stream:
        jsonl.append(stream, wrong)
    assert list(jsonl.read(path)) == [result(), wrong]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("not json", "not a result record"),
        ("[]", "not a result record"),
        ("{}", "not a result record"),
        ('{"format_version": 2}', "format 2; this grader reads format 1"),
        ('{"format_version": 1}', "not a result record: 'status'"),
        ('"\xff"', "not a result record"),
    ],
)
def test_another_line_is_named(tmp_path: Path, line: str, reason: str) -> None:
    """A whole line that is no record of this format is named by file and number."""
    path = tmp_path / "results.jsonl"
    path.write_bytes(line.encode("latin-1") + b"\n")
    with pytest.raises(Unreadable) as caught:
        list(jsonl.read(path))
    assert str(caught.value) == f"{path}:1: {reason}"
