"""The gradebook's table."""

import csv
import io
from collections.abc import Callable
from dataclasses import replace

import pytest

from grader.export import csv_table
from grader.model import CategoryResult, Result


def written(*results: Result) -> str:
    stream = io.StringIO(newline="")
    csv_table.write(stream, lambda: results)
    return stream.getvalue()


def test_the_whole_table(
    result: Callable[..., Result],
    wrong: Result,
    missing: Result,
    not_graded: Result,
    faulty: Result,
) -> None:
    """Marks stand in full; what has no mark has empty cells, never a zero."""
    records = [result(), wrong, missing, not_graded, faulty]
    digest = "sha256:" + "1" * 64
    path = "inbox/s014/gradient_check.py"
    assert written(*records).split("\n") == [
        "student,problem,status,score,max_score,category:formula,"
        "fault,isolation,submission,digest,wall_seconds",
        f"s014,gradient_check,graded,2.0,2.0,2.0,,full,{path},{digest},0.25",
        f"s014,gradient_check,graded,0.0,2.0,0.0,,full,{path},{digest},0.25",
        "s007,gradient_check,missing,,2.0,,"
        f"missing: no gradient_check.py,full,{path},,0.0",
        "s008,gradient_check,not_graded,,2.0,,"
        f"internal: the launcher died,full,{path},{digest},0.25",
        "s009,gradient_check,graded,0.0,2.0,0.0,"
        f"syntax (line 3): SyntaxError: '(' was never closed,full,{path},{digest},0.25",
        "",
    ]


def test_scores_are_never_rounded(result: Callable[..., Result]) -> None:
    """A number is the shortest text that reads back as the same float."""
    row = next(csv.DictReader(io.StringIO(written(result(score=2 / 3, max_score=2)))))
    assert (row["score"], row["max_score"]) == ("0.6666666666666666", "2.0")


def test_categories_of_all_problems_have_columns(
    result: Callable[..., Result],
) -> None:
    """Each category of any problem has one column, empty where it does not belong."""
    category = CategoryResult(
        id="speed", title="Speed", score=1.0, max_score=1.0, passed=1, total=1, hint=""
    )
    other = result(problem="numerical_gradient", categories=(category,))
    rows = list(csv.reader(io.StringIO(written(result(), other))))
    assert [row[1] for row in rows] == [
        "problem",
        "gradient_check",
        "numerical_gradient",
    ]
    assert [row[5:7] for row in rows] == [
        ["category:formula", "category:speed"],
        ["2.0", ""],
        ["", "1.0"],
    ]


@pytest.mark.parametrize("start", list("=+-@\uff1d\uff0b\uff0d\uff20"))
def test_no_text_is_a_formula(result: Callable[..., Result], start: str) -> None:
    """A cell that a spreadsheet would run gets an apostrophe; nothing else changes."""
    record = result(student=f"{start}cmd", submission=f"{start}cmd")
    row = next(csv.DictReader(io.StringIO(written(record))))
    assert (row["student"], row["submission"]) == (f"'{start}cmd", f"'{start}cmd")


@pytest.mark.parametrize(
    ("start", "shown"),
    [("\t", r"'\t"), ("\r", r"'\r"), ("\n", r"'\n"), ("\0", r"\x00")],
)
def test_no_text_ends_a_row(
    result: Callable[..., Result], start: str, shown: str
) -> None:
    """A line end in a name makes no second row, and none of them starts a formula."""
    text = written(result(student=f"{start}=cmd\u2028\x85\udc80"))
    assert text.splitlines() == text.removesuffix("\n").split("\n")
    row = next(csv.DictReader(io.StringIO(text)))
    assert row["student"] == shown + r"=cmd\u2028\x85\udc80"


def test_other_text_is_left_alone(result: Callable[..., Result]) -> None:
    """Separators, quotes, markup and letters of any script arrive as they were."""
    name = 'Zoë "O\'=", \u0646\u200c\u0647 [bold]'
    row = next(csv.DictReader(io.StringIO(written(result(student=name)))))
    assert row["student"] == name


def test_a_number_of_ours_is_no_formula(result: Callable[..., Result]) -> None:
    """A number keeps its sign: only text is guarded."""
    category = replace(result().categories[0], score=-1.0)
    text = written(result(categories=(category,)))
    assert next(csv.DictReader(io.StringIO(text)))["category:formula"] == "-1.0"


def test_no_record_is_a_heading_alone() -> None:
    """A run of nothing gives a table without rows."""
    assert written() == (
        "student,problem,status,score,max_score,"
        "fault,isolation,submission,digest,wall_seconds\n"
    )
