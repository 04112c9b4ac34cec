"""The demo class gets the marks that its table promises."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from grader.cli.border import run

_ROOT = Path(__file__).parents[1]
_DEMO = _ROOT / "demo"
_ROW = re.compile(r"\| ([^|]+) \| ([\d.]+|missing) \| ([^|]+) \|")


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, dict[str, Any]]:
    """Grade as `make demo` does; return each student's record."""
    out = tmp_path_factory.mktemp("demo") / "out"
    problems = str(_ROOT / "problems")
    code = run(
        ["--problems", problems, "-q", "grade", str(_DEMO / "class"), "--out", str(out)]
    )
    assert code == 0
    lines = (out / "results.jsonl").read_text("utf-8").splitlines()
    found = [json.loads(line) for line in lines]
    return {record["student"]: record for record in found}


def test_marks_are_those_of_the_table(records: dict[str, dict[str, Any]]) -> None:
    """Every student has a row in demo/README.md, and its mark is the one given."""
    given = {
        student: "missing" if record["status"] == "missing" else f"{record['score']:g}"
        for student, record in records.items()
    }
    assert given == {student: mark for student, mark, _ in _rows()}


def test_bold_rows_are_the_wrong_ones() -> None:
    """The table marks what is wrong in bold, and nothing else."""
    bold = {student for student, _, text in _rows() if text.startswith("**")}
    assert bold == {student for student, mark, _ in _rows() if mark != "12"}


def test_table_counts_what_it_says(records: dict[str, dict[str, Any]]) -> None:
    """The sentence above the table counts right and wrong hand-ins."""
    full = sum(record["score"] == 12.0 for record in records.values())
    sentence = (
        f"{full} are right, each in a style of its own, and {58 - full} are wrong"
    )
    text = " ".join((_DEMO / "README.md").read_text("utf-8").split())
    assert (len(records), sentence in text) == (58, True)


def test_faults_name_their_kind(records: dict[str, dict[str, Any]]) -> None:
    """A file that cannot run has one fault, of the kind that it is."""
    kinds = {
        student: record["fault"]["kind"]
        for student, record in records.items()
        if record["fault"] is not None
    }
    assert kinds == {
        "Carlos Mendes": "syntax",
        "Clara Martin": "import",
        "Dana Whitfield": "syntax",
        "Filip Dvořák": "encoding",
        "Gita Sharma": "missing_function",
        "Hana Kim": "missing_function",
        "Ivan Sokolov": "import",
        "Julia Weber": "import",
        "Marco Bianchi": "missing",
        "Étienne Blanc": "encoding",
    }


def test_one_test_hangs_and_one_needs_petabytes(
    records: dict[str, dict[str, Any]],
) -> None:
    """The loop and the table of petabytes cost one test each."""
    for student, outcome in (("Kofi Mensah", "timeout"), ("Lena Hoffmann", "memory")):
        outcomes = [test["outcome"] for test in records[student]["tests"]]
        assert (outcomes.count(outcome), outcomes.count("passed")) == (1, 14)


def _rows() -> list[tuple[str, str, str]]:
    lines = (_DEMO / "README.md").read_text("utf-8").splitlines()
    found = [match.groups() for line in lines if (match := _ROW.fullmatch(line))]
    return [(student, mark, text) for student, mark, text in found]
