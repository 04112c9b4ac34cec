"""Text of students on a terminal, in a pipe and in the log of a server."""

import re
from collections.abc import Callable, Iterable
from dataclasses import replace
from itertools import count

import pytest
from rich.console import RenderableType

from grader.export.summary import summarise
from grader.export.text import visible
from grader.model import Result, Status
from grader.render.check import check_view
from grader.render.console import Color, console_for, show
from grader.render.grade import grade_view
from grader.render.layout import Line
from grader.render.progress import Progress
from grader.render.table import Column, Table
from tests.export.hostile import HOSTILE, at, everywhere, steering

KINDS = pytest.mark.parametrize("kind", HOSTILE)
FOREIGN = [kind for kind, text in HOSTILE.items() if not text.isascii()]


def views(text: str, record: Result) -> Iterable[RenderableType]:
    """Yield all that is drawn from a run in which one text is everywhere."""
    records = [everywhere(text, record), at(text, record)]
    for each in records:
        yield from grade_view(summarise([each]), only=each, wrote=[text])
        yield from check_view(each)
    records.append(replace(records[1], status=Status.NOT_GRADED))
    yield from grade_view(summarise(records), wrote=[text])
    yield Line(((f"note  {text}", "dim"),))
    yield Line(((text, ""),))


@KINDS
def test_nothing_steers_a_terminal(
    stream: type, result: Callable[..., Result], kind: str
) -> None:
    """In colour only our own colours are sent, whatever a student's text asks for."""
    out = stream(terminal=True)
    show(console_for(out, Color.ALWAYS), views(HOSTILE[kind], result()))
    assert steering(out.text()) == []


@pytest.mark.parametrize(
    ("encoding", "kind"),
    [*(("utf-8", kind) for kind in HOSTILE), *(("ascii", kind) for kind in FOREIGN)],
)
def test_nothing_steers_the_reader_of_a_pipe(
    stream: type, result: Callable[..., Result], encoding: str, kind: str
) -> None:
    """Without colour there is no escape at all, and no line that orders a server."""
    out = stream(encoding)
    console = console_for(out, Color.NEVER)
    console.width = 80 if encoding == "utf-8" else 45
    show(console, views(HOSTILE[kind], result()))
    shown = out.text()
    assert (steering(shown), "\x1b" in shown) == ([], False)


@pytest.mark.parametrize("width", [20, 33, 80])
def test_no_row_begins_a_command_wherever_it_is_broken(
    draw: Callable[..., str], width: int
) -> None:
    """Wrapping at words, folding and joining may each bring a command to the front."""
    for before in range(0, 2 * width, 3):
        text = f"{'x' * before} ::error::forged{'::error::' * 9}"
        columns = [Column("n", number=True), Column("what", wraps=True)]
        shown = draw(
            [
                Line(((text, ""),)),
                Line((("x" * before + "##", "bold"), ("[error]forged", ""))),
                Table(columns=columns, rows=[[("1", ""), (text, "")]]),
            ],
            width=width,
        )
        assert steering(shown) == []


def test_a_row_that_was_broken_keeps_its_text(draw: Callable[..., str]) -> None:
    """The colon that began a command is an escape; slices and headings stay."""
    shown = draw([Line((("aaaaaaaaaaa ::bbbb x[::2] ##", ""),))], width=16)
    assert shown == "aaaaaaaaaaa\n\\x3a:bbbb x[::2] ##\n"


@KINDS
def test_progress_is_one_line(stream: type, kind: str) -> None:
    """A student's name in the bar, or in a line of a log, stays where it is."""
    ticks = count(0.0, 100.0)
    for terminal in (True, False):
        out = stream(terminal=terminal)
        console = console_for(out, Color.NEVER)
        console.width = 80
        with Progress(console, 3, clock=lambda: next(ticks)) as progress:
            progress.advance(HOSTILE[kind], "gradient_check")
        shown = re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", out.text())  # the bar's own
        assert steering(shown) == []


def test_a_very_long_line_is_counted(
    result: Callable[..., Result], draw: Callable[..., str]
) -> None:
    """Of what was printed and of the source no more than a few rows are shown."""
    record = everywhere("x" * 100_000, result())
    test = replace(record.tests[0], message="", failure=None)
    shown = draw(check_view(replace(record, tests=(test,))))
    assert "… 99600 more characters: --all" in re.sub(r"\n\s+│\s+", " ", shown)
    assert len(shown.splitlines()) < 40
    fault = replace(at("x" * 100_000, result()).fault, message="short")
    record = replace(result(), fault=fault, tests=())
    shown = draw(check_view(record))
    assert "… 99600 more characters\n" in re.sub(r"\n\s+│\s+", " ", shown)


@KINDS
def test_what_was_written_can_be_read(
    result: Callable[..., Result], draw: Callable[..., str], kind: str
) -> None:
    """Nothing is lost either: the text is there, what cannot be seen as its escape."""
    text = HOSTILE[kind].split("\n")[0][:60].strip()
    record = at("x", result())
    fault = replace(record.fault, message=text, source=None)
    shown = draw(check_view(replace(record, fault=fault)), width=2000)
    assert visible(text) in shown
