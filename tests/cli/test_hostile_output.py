"""What students print, raise, return and are called, in all that a command writes."""

import csv
import io
import json
import re
import zipfile
from pathlib import Path

import pytest

from tests.export.hostile import steering

EVIL = (
    "<script>alert(1)</script>\x1b]0;owned\x07\x1b[2J\x1b]8;;http://127.0.0.1/\x1b\\"
    "\u202e\u2066\u200b\U000e0041\x00\b\r100 of 100\n::error::forged\n"
    "##vso[task.complete]\n##[error]forged\nsection_start:1:x\r\x1b[0K" + "x" * 3_000
)
SOURCES = {
    "::error::raises": f"""
def gradient_check(analytic, numeric, tol=1e-6):
    import sys
    print({EVIL!r}); print({EVIL!r}, file=sys.stderr)
    raise ValueError({"=1+1 " + EVIL!r})
""",
    "=cmd|'C'!A0": f"""
def gradient_check(analytic, numeric, tol=1e-6):
    return {EVIL!r}, [{"::error::x"!r}, {"##[error]x"!r}]
""",
    "\x1b]0;owned\x07\u202e": 'def gradient_check(a):\n    return ("\x1b[2J\u202e"\n',
    "x\r\n##vso[task.complete]": f"raise ImportError({EVIL!r})\n",
    "+\ud800".encode("utf-8", "surrogatepass").decode("utf-8", "surrogateescape"): (
        "import gradient_cheque_\u0130\n"
    ),
}
RAISES, RETURNS = [*SOURCES][:2]


@pytest.fixture(scope="module")
def inbox(tmp_path_factory, hand_in) -> Path:
    """Make an inbox of hostile names, texts, and one archive of hostile names."""
    path = hand_in(tmp_path_factory.mktemp("course") / "inbox", SOURCES)
    with zipfile.ZipFile(path / "::error::zip.zip", "w") as archive:
        archive.writestr("gradient_check.py", "x = 1\n")
        archive.writestr("\n::error::member\x1b[2J.txt", "")
        archive.writestr("::error::other.txt", "")
    return path


@pytest.fixture(scope="module")
def graded(grader, inbox):
    """Grade the inbox: a document on the one stream, notes on the other, and files."""
    ran = grader("grade", "inbox", "--json", "--out", "out", cwd=inbox.parent)
    assert ran.code == 0, ran.err
    return ran


def test_a_document_of_hostile_texts_is_plain_json(graded, validate):
    """It is printable ASCII, as the schema says, and a record is a line."""
    validate(json.loads(graded.out))
    lines = graded.out.splitlines()
    assert (len(lines), len(graded.results)) == (8, 6)
    assert all(line.isascii() and line.isprintable() for line in lines)
    assert steering(graded.out) == []
    json.dumps(json.loads(graded.out), ensure_ascii=False).encode("utf-8")


def test_notes_of_hostile_names_are_lines_of_text(graded):
    """A member of an archive is named, and stays where it is named."""
    assert "\\n::error::member\\x1b[2J.txt" in graded.err
    assert steering(graded.err) == []


def test_files_of_hostile_texts_are_text(graded, inbox):
    """All three can be read as what they are."""
    out = inbox.parent / "out"
    records = (out / "results.jsonl").read_text("ascii").splitlines()
    assert all(line.isprintable() for line in records)
    assert [json.loads(line)["student"] for line in records] == [*graded.results]
    table = (out / "grades.csv").read_text("utf-8")
    rows = list(csv.reader(io.StringIO(table)))
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(table.splitlines()) == len(rows) == 7
    assert not [c for row in rows for c in row if c.startswith(tuple("=+-@\t\r\n"))]
    page = (out / "report.html").read_text("utf-8")
    assert "<script" not in page
    assert "&lt;script&gt;alert(1)" in page
    assert not [c for c in page if not c.isprintable() and c != "\n"]


@pytest.mark.parametrize(
    ("command", "student", "code"), [("grade", RAISES, 0), ("check", RETURNS, 1)]
)
def test_a_submission_in_a_pipe_is_lines_of_text(grader, inbox, command, student, code):
    """A log shows what was printed, raised and returned, and obeys none of it."""
    file = Path("inbox", student, "gradient_check.py")
    ran = grader(command, file, cwd=inbox.parent)
    assert (ran.code, steering(ran.out), steering(ran.err)) == (code, [], [])
    assert "alert(1)" in ran.out


def test_a_submission_on_a_terminal_moves_nothing(terminal, inbox):
    """A terminal gets our colours and no order of a student's."""
    file = Path("inbox", RAISES, "gradient_check.py")
    shown = terminal("check", file, cwd=inbox.parent)
    assert shown.finish() == 1
    assert "\x1b[" in shown.text  # colours are on
    assert not re.search(r"\x1b[^\[]|\x1b\[[0-9;?]*[^0-9;?m]", shown.text)
    assert steering(shown.text.replace("\r\n", "\n")) == []


def test_an_inbox_with_nothing_in_it_is_told_in_lines_of_text(grader, tmp_path):
    """The reasons why nothing was found name files, and begin no command."""
    (tmp_path / "::error::\x1b[2J.txt").symlink_to("nowhere")
    ran = grader("grade", ".", cwd=tmp_path)
    assert (ran.code, ran.out, steering(ran.err)) == (2, "", [])
    link = "is a symbolic link, and links are not followed"
    name = r"::error::\x1b[2J.txt"
    assert ran.err.splitlines()[1:] == [rf"\x3a{name[1:]}: {name} {link}"]
