"""Text of students in files: it is text there, whatever it looks like elsewhere."""

import csv
import io
import json
import re
from collections.abc import Callable
from html import unescape
from html.parser import HTMLParser
from pathlib import Path
from unicodedata import category

import pytest

from grader.export import document, jsonl
from grader.export.directory import write_all
from grader.export.text import visible
from grader.model import Result
from tests.export.hostile import HOSTILE, at, everywhere

KINDS = pytest.mark.parametrize("kind", HOSTILE)
# What a spreadsheet takes for the beginning of a formula.
FORMULAS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
# Names keep blanks of every width, and letters that are newer than this Python.
KEPT = ("Zs", "Cn", "Co")
COMMAND = re.compile(r"##(vso|teamcity)?\[", re.IGNORECASE)


class Page(HTMLParser):
    """The tags of a page with their attributes, and its text."""

    def __init__(self, page: str) -> None:
        super().__init__(convert_charrefs=True)
        self.tags: list[tuple[str, tuple[tuple[str, str | None], ...]]] = []
        self.text = ""
        self.feed(page)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, tuple(attrs)))

    def handle_endtag(self, tag: str) -> None:
        self.tags.append((f"/{tag}", ()))

    def handle_comment(self, data: str) -> None:
        self.tags.append((f"!{data}", ()))

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.fixture
def files(tmp_path: Path, result: Callable[..., Result]) -> Callable[[str], Path]:
    """Return what writes all files of a run in which one text is everywhere."""

    def write(text: str) -> Path:
        path = tmp_path / str(len(list(tmp_path.iterdir())))
        path.mkdir()
        with jsonl.open_to_append(path / "results.jsonl") as stream:
            for record in (everywhere(text, result()), at(text, result())):
                jsonl.append(stream, record)
        write_all(path)
        return path

    return write


@KINDS
def test_a_report_has_no_tag_of_a_students(
    files: Callable[[str], Path], kind: str
) -> None:
    """The page has the tags that it has for a harmless text, and the text is shown."""
    text = HOSTILE[kind]
    shown = (files(text) / "report.html").read_text("utf-8")
    page, harmless = Page(shown), Page((files("x") / "report.html").read_text("utf-8"))
    assert page.tags == harmless.tags
    assert all(c.isprintable() or c == "\n" for c in unescape(shown))
    assert visible(text) in page.text


@KINDS
def test_a_table_has_one_row_each_and_no_formula(
    files: Callable[[str], Path], kind: str
) -> None:
    """Neither as commas nor as semicolons divide it does a cell begin a formula."""
    data = (files(HOSTILE[kind]) / "grades.csv").read_bytes()
    text = data.decode("utf-8")
    lines = text.split("\n")
    assert (len(lines), lines[-1], text.splitlines()) == (4, "", lines[:-1])
    widths = {len(row) for row in csv.reader(io.StringIO(text))}
    assert widths == {11}
    for mark in ",;":
        for row in csv.reader(io.StringIO(text), delimiter=mark):
            assert not [c for c in row if c.lstrip(' "').startswith(FORMULAS)]
    strange = {c for c in text if not c.isprintable()} - {"\n"}
    assert not [c for c in strange if category(c) not in KEPT]


@KINDS
def test_records_are_plain_json(files: Callable[[str], Path], kind: str) -> None:
    """A line is printable ASCII, valid for every reader, and no command to a server."""
    text = HOSTILE[kind]
    lines = (files(text) / "results.jsonl").read_text("ascii").splitlines()
    assert len(lines) == 2
    for line in lines:
        record = json.loads(line)
        assert line.isprintable()
        assert not COMMAND.search(line)
        json.dumps(record, ensure_ascii=False).encode("utf-8")  # no half characters
        assert record["student"] == text.encode("utf-8", "backslashreplace").decode()


@KINDS
def test_the_document_is_plain_json(result: Callable[..., Result], kind: str) -> None:
    """``--json`` prints the same lines: each begins with a bracket of ours."""
    stream = io.StringIO()
    records = [everywhere(HOSTILE[kind], result()), at(HOSTILE[kind], result())]
    document.write(stream, records)
    lines = stream.getvalue().splitlines()
    parsed = json.loads(stream.getvalue())
    assert {line[:1] for line in lines} == {"{", "]"}
    assert all(line.isprintable() and not COMMAND.search(line) for line in lines)
    json.dumps(parsed, ensure_ascii=False).encode("utf-8")


def test_half_characters_that_are_text_already_stay(
    result: Callable[..., Result], tmp_path: Path
) -> None:
    """Only half a character is replaced: no text that looks like one, no whole one."""
    text = "\\ud800 \\\\ud800 \U0001f600 \\"
    path = tmp_path / "results.jsonl"
    with jsonl.open_to_append(path) as stream:
        jsonl.append(stream, result(student=text))
        jsonl.append(stream, result(student=f"{text}\udc80"))
    assert [each.student for each in jsonl.read(path)] == [text, f"{text}\\udc80"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("::error::x", r"\x3a:error::x"),
        ("  ::error::x", r"  \x3a:error::x"),
        ("a ::error::x", "a ::error::x"),
        ("x[::2]", "x[::2]"),
        ("a ##[error]x", r"a #\x23[error]x"),
        ("###[x] ##Vso[x]", r"##\x23[x] #\x23Vso[x]"),
        ("# ## ###", "# ## ###"),
        ("a\u3164\ufe0f\U000e0100", r"a\u3164\ufe0f\U000e0100"),
    ],
)
def test_commands_and_fillers_are_made_visible(text: str, shown: str) -> None:
    """Only what a server or no eye would read changes, slices and headings do not."""
    assert visible(text) == shown


@pytest.mark.parametrize(
    ("name", "cell"),
    [
        ("\u0639\u0644\u06cc\u200c\u0631\u0636\u0627", None),
        ("\u0d28\u0d4d\u200d", r"\u200d"),
        ("Ann\u200c", r"\u200c"),
        ("Ann;-1", None),
    ],
)
def test_joiners_stay_where_they_spell(
    files: Callable[[str], Path], name: str, cell: str | None
) -> None:
    """Between letters of other scripts a joiner is part of a name, else an escape."""
    text = (files(name) / "grades.csv").read_text("utf-8")
    row = list(csv.reader(io.StringIO(text)))[1]
    expected = name if cell is None else name[:-1] + cell
    assert row[0] == expected.replace(";", ";'")
