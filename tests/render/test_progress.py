"""How far a run has come."""

from collections.abc import Callable
from typing import Any

import pytest

from grader.render.console import console_for
from grader.render.progress import Progress

Stream = Any


class Clock:
    """Seconds that pass only when a test says so."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def run(out: Stream, total: int, step_seconds: float) -> None:
    clock = Clock()
    with Progress(console_for(out), total, clock=clock) as progress:
        for number in range(1, total + 1):
            clock.now += step_seconds
            progress.advance(f"s{number}\x1b", "gradient_check")


def test_a_pipe_gets_a_line_every_ten_seconds(stream: Callable[..., Stream]) -> None:
    """Elsewhere than on a terminal there are plain lines, with what is left."""
    out = stream()
    run(out, 8, 4.0)
    assert out.text() == (
        "3 of 8 · gradient_check s3\\x1b · about 20.0 s left\n"
        "6 of 8 · gradient_check s6\\x1b · about 8.00 s left\n"
    )


def test_a_short_run_in_a_pipe_is_silent(stream: Callable[..., Stream]) -> None:
    """What is done in less than ten seconds says nothing."""
    out = stream()
    run(out, 100, 0.05)
    assert out.text() == ""


def test_a_terminal_gets_a_bar_that_goes_away(
    stream: Callable[..., Stream], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The bar counts and names the last submission; in the end the cursor is back."""
    monkeypatch.setenv("TERM", "xterm")
    out = stream(terminal=True)
    run(out, 3, 0.2)
    text = out.text()
    assert all(f"{n}/3" in text for n in (1, 2, 3))
    assert "gradient_check s3\\x1b" in text
    assert (text.count("\x1b[?25l"), text.count("\x1b[?25h")) == (1, 1)
    assert text.endswith("\x1b[?25h\r\x1b[1A\x1b[2K")


@pytest.mark.parametrize(("step", "drawn"), [(1 / 64, 14), (1 / 16, 50), (1 / 4, 100)])
def test_the_bar_is_redrawn_ten_times_a_second_at_most(
    stream: Callable[..., Stream],
    monkeypatch: pytest.MonkeyPatch,
    step: float,
    drawn: int,
) -> None:
    """However fast submissions come, drawing does not slow them down."""
    monkeypatch.setenv("TERM", "xterm")
    out = stream(terminal=True)
    run(out, 100, step)
    assert abs(out.text().count("/100") - drawn) <= 2


def test_an_error_brings_the_cursor_back(
    stream: Callable[..., Stream], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A run that is interrupted leaves the terminal as it was."""
    monkeypatch.setenv("TERM", "xterm")
    out = stream(terminal=True)
    with pytest.raises(KeyboardInterrupt), Progress(console_for(out), 3):
        raise KeyboardInterrupt
    assert out.text().count("\x1b[?25h") == 1
