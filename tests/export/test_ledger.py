"""The records of a run while it goes on."""

import json

import pytest

from grader.errors import UsageError
from grader.export.ledger import Ledger

FILES = ("results.jsonl", "grades.csv", "report.html")


def rank(result):
    """Order students by their number."""
    return int(result.student[1:])


def students(ledger):
    return [result.student for result in ledger.read()]


def there(folder):
    return {path.name: path.read_text("utf-8") for path in folder.iterdir()}


@pytest.fixture
def earlier(tmp_path):
    """Make the files of an earlier run."""
    for name in FILES:
        (tmp_path / name).write_text(f"old {name}\n", "utf-8")
    return tmp_path


def test_a_record_is_on_disk_when_it_was_appended(tmp_path, result):
    """Who reads the file while the run goes on sees whole records."""
    with Ledger(tmp_path / "new" / "run", rank=rank) as ledger:
        for student in ("s10", "s2"):
            ledger.append(result(student=student))
        lines = (tmp_path / "new" / "run" / "results.jsonl").read_text("utf-8")
    assert [json.loads(line)["student"] for line in lines.splitlines()] == ["s10", "s2"]
    assert len(ledger) == 2


def test_arranged_records_are_in_order(tmp_path, result):
    """Equal ranks keep the order in which they came; nothing else is left."""
    names = ["s3", "s1", "s2", "s1"]
    with Ledger(tmp_path, rank=rank) as ledger:
        for number, student in enumerate(names):
            ledger.append(result(student=student, score=float(number)))
        assert students(ledger) == names
        ledger.arrange()
        kept = [(each.student, each.score) for each in ledger.read()]
    assert kept == [("s1", 1.0), ("s1", 3.0), ("s2", 2.0), ("s3", 0.0)]
    assert list(there(tmp_path)) == ["results.jsonl"]


def test_text_of_any_kind_is_arranged(tmp_path, result):
    """Line ends in a text are not ends of records."""
    with Ledger(tmp_path, rank=rank) as ledger:
        for student in ("s2", "s1"):
            ledger.append(result(student=student, submission="a\nb\u2028c\r\udcff"))
        ledger.arrange()
        assert students(ledger) == ["s1", "s2"]


def test_without_a_folder_nothing_stays(result):
    """The records of a run that is only printed vanish with it."""
    with Ledger(None, rank=rank) as ledger:
        ledger.append(result(student="s1"))
        assert students(ledger) == ["s1"]
    assert not ledger.directory.exists()


def test_another_runs_records_stay(earlier):
    """Without leave to replace them it is refused, before anything is touched."""
    before = there(earlier)
    with pytest.raises(UsageError, match="holds the records of another run: choose"):
        Ledger(earlier, rank=rank)
    assert there(earlier) == before


def test_replacing_waits_for_the_first_record(earlier, result):
    """A run that fails before has lost nothing; then all three files go at once."""
    before = there(earlier)
    with Ledger(earlier, rank=rank, replace=True) as ledger:
        ledger.arrange()
        assert (len(ledger), students(ledger), there(earlier)) == (0, [], before)
        ledger.append(result(student="s1"))
        assert students(ledger) == ["s1"]
        assert list(there(earlier)) == ["results.jsonl"]


def test_no_record_no_file(tmp_path):
    """A run without a record leaves the next one free to begin."""
    with Ledger(tmp_path, rank=rank) as ledger:
        ledger.arrange()
    assert there(tmp_path) == {}
    with Ledger(tmp_path, rank=rank):
        pass


def test_a_folder_that_cannot_be_made(tmp_path):
    """The message says why not."""
    (tmp_path / "file").write_text("", "utf-8")
    with pytest.raises(UsageError) as raised:
        Ledger(tmp_path / "file" / "run", rank=rank)
    assert str(raised.value) == f"cannot make {tmp_path}/file/run: Not a directory"


def test_a_rank_that_fails_keeps_no_record(tmp_path, result):
    """Records and ranks never get out of step."""
    with Ledger(tmp_path, rank=rank) as ledger:
        ledger.append(result(student="s2"))
        with pytest.raises(ValueError, match="invalid literal"):
            ledger.append(result(student="sx"))
        ledger.append(result(student="s1"))
        ledger.arrange()
        assert students(ledger) == ["s1", "s2"]
