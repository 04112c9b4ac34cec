"""Consoles for the two streams, set up so that nothing in a text is an instruction."""

import sys
from collections.abc import Iterable
from enum import StrEnum
from io import TextIOWrapper
from typing import TextIO

from rich.console import Console, RenderableType

__all__ = ["Color", "console_for", "is_terminal", "show", "stderr", "stdout"]

_PIPED_COLUMNS = 80


class Color(StrEnum):
    """The choices of ``--color``; ``auto`` asks NO_COLOR, FORCE_COLOR and TERM."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


def stdout(color: Color = Color.AUTO) -> Console:
    """Return a console for results."""
    return console_for(sys.stdout, color)


def stderr(color: Color = Color.AUTO) -> Console:
    """Return a console for progress and warnings."""
    return console_for(sys.stderr, color)


def console_for(stream: TextIO, color: Color = Color.AUTO) -> Console:
    """Return a console that writes to a stream.

    It is as wide as the terminal, 80 columns where there is none. Without colour it
    writes no escape sequence at all, no bold either.
    """
    if isinstance(stream, TextIOWrapper):
        # Views replace what cannot be encoded; a text of rich's own must not crash.
        stream.reconfigure(errors="backslashreplace")
    console = _console(stream, color)
    if console.no_color:
        return _console(stream, Color.NEVER)
    return console


def is_terminal(console: Console) -> bool:
    """Tell whether a person watches; FORCE_COLOR in a pipe does not make one."""
    return console.file.isatty() and not console.is_dumb_terminal


def show(console: Console, view: Iterable[RenderableType]) -> None:
    """Print the items of a view."""
    for item in view:
        console.print(item, crop=False)


def _console(stream: TextIO, color: Color) -> Console:
    always, never = color is Color.ALWAYS, color is Color.NEVER
    return Console(
        file=stream,
        color_system=None if never else "standard" if always else "auto",
        force_terminal=True if always else None,
        no_color=False if color is not Color.AUTO else None,
        width=None if stream.isatty() else _PIPED_COLUMNS,
        force_jupyter=False,
        markup=False,
        emoji=False,
        highlight=False,
        soft_wrap=False,
    )
