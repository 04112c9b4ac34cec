"""Consoles: colour, width, encoding."""

import io
import sys
from typing import Any

import pytest

from grader.render.console import Color, console_for, is_terminal, show, stderr, stdout
from grader.render.layout import Line

Stream = Any

RED = Line((("[red]:smile: 1.5 'text'", "bold red"),))
PLAIN = "[red]:smile: 1.5 'text'\n"
COLOURED = "\x1b[1;31m[red]:smile: 1.5 'text'\x1b[0m\n"


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forget what this machine says about colour."""
    for name in ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "COLORTERM", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")


def drawn(out: Stream, color: Color = Color.AUTO) -> str:
    show(console_for(out, color), [RED])
    text: str = out.text()
    return text


@pytest.mark.parametrize(
    ("color", "terminal", "variables", "text"),
    [
        (Color.AUTO, True, {}, COLOURED),
        (Color.AUTO, False, {}, PLAIN),
        (Color.AUTO, True, {"TERM": "dumb"}, PLAIN),
        (Color.AUTO, True, {"NO_COLOR": "1"}, PLAIN),
        (Color.AUTO, True, {"NO_COLOR": ""}, COLOURED),
        (Color.AUTO, False, {"FORCE_COLOR": "1"}, COLOURED),
        (Color.AUTO, False, {"FORCE_COLOR": "1", "NO_COLOR": "1"}, PLAIN),
        (Color.ALWAYS, False, {"NO_COLOR": "1"}, COLOURED),
        (Color.ALWAYS, False, {"TERM": "dumb"}, COLOURED),
        (Color.NEVER, True, {"FORCE_COLOR": "1"}, PLAIN),
    ],
)
def test_who_decides_about_colour(
    stream: Stream,
    monkeypatch: pytest.MonkeyPatch,
    color: Color,
    terminal: bool,
    variables: dict[str, str],
    text: str,
) -> None:
    """--color comes first, then NO_COLOR, then FORCE_COLOR, then the terminal."""
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    assert drawn(stream(terminal=terminal), color) == text


def test_a_pipe_is_80_columns_wide(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The width of a pipe does not depend on the terminal behind it."""
    monkeypatch.setenv("COLUMNS", "132")
    assert console_for(stream()).width == 80
    assert console_for(stream(terminal=True)).width == 132


def test_force_color_makes_no_terminal(
    stream: Stream, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A pipe with colour is still a pipe, and a dumb terminal shows no bar."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    found = [
        is_terminal(console_for(stream(terminal=each), color))
        for each in (True, False)
        for color in Color
    ]
    assert found == [True, True, True, False, False, False]
    monkeypatch.setenv("TERM", "dumb")
    assert not is_terminal(console_for(stream(terminal=True)))


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        ("utf-8", "✓ ✗ \N{EN DASH} │ → … · ± é 中\n"),
        ("ascii", "+ x - | -> ... - +/- \\xe9 \\u4e2d\n"),
        ("cp1252", "+ x \N{EN DASH} | -> … · ± é \\u4e2d\n"),
    ],
)
def test_what_an_encoding_lacks_is_replaced(
    stream: Stream, encoding: str, text: str
) -> None:
    """Symbols become ASCII and letters escapes, but only where they must."""
    out = stream(encoding)
    show(console_for(out), [Line((("✓ ✗ \N{EN DASH} │ → … · ± é 中", ""),))])
    assert out.text() == text


def test_text_of_richs_own_does_not_crash(stream: Stream) -> None:
    """What a view did not make safe becomes an escape as well, and is no markup."""
    out = stream("ascii")
    console_for(out).print("é :smile: [red]1[/red]")
    assert out.text() == "\\xe9 :smile: [red]1[/red]\n"


def test_the_two_streams(monkeypatch: pytest.MonkeyPatch, stream: Stream) -> None:
    """Results go to stdout, the rest to stderr, as they are at that moment."""
    out, err = stream(), stream()
    monkeypatch.setattr(sys, "stdout", out)
    monkeypatch.setattr(sys, "stderr", err)
    show(stdout(), [Line((("result", ""),))])
    show(stderr(Color.NEVER), [Line((("warning", ""),))])
    assert (out.text(), err.text()) == ("result\n", "warning\n")


def test_any_stream_will_do() -> None:
    """A stream that is not one of the system's is written to as well."""
    out = io.StringIO()
    show(console_for(out), [RED])
    assert out.getvalue() == PLAIN
