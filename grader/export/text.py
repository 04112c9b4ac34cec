r"""Facts as text: strings of unknown origin made safe to show, numbers with units.

A student chooses file names, printed output, messages and even the repr of values, so
all of them are shown by the rule of ``repr``: what Python calls not printable (control
characters, bidirectional overrides, zero-width marks, lone surrogates) appears as its
escape, for instance ``\x1b``. So do the few printable characters that show nothing,
and the first character of what would be a command to a server that runs our commands
and reads their output: ``::error::`` at the start of a line, ``##[`` anywhere.
"""

import re

__all__ = [
    "FILLERS",
    "commands",
    "counted",
    "escaped",
    "points",
    "seconds",
    "visible",
    "visible_lines",
]

# Fillers and variation selectors: printable, but no eye can tell that they are there.
FILLERS = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2065\u3164\ufe00-\ufe0f"
    "\uffa0\ufff0-\ufff8\U000e0000-\U000e0fff]"
)

_TAB_COLUMNS = 4
_MINUTE = 60
_HOUR = 3600
# GitHub and Azure read the first at a line's start, blanks before it or not, and the
# second (TeamCity's too) wherever it stands.
_COMMANDS = re.compile(r"^\s*(?=::)|#(?=#(?:vso|teamcity)?\[)", re.IGNORECASE)


def visible(text: str) -> str:
    """Return one line of text in which nothing is invisible or gives an order."""
    if not text.isprintable():
        text = "".join(c if c.isprintable() else escaped(c) for c in text)
    if not text.isascii():
        text = FILLERS.sub(lambda found: escaped(found[0]), text)
    for place in reversed(commands(text)):
        text = f"{text[:place]}{escaped(text[place])}{text[place + 1 :]}"
    return text


def commands(line: str) -> list[int]:
    """Return the places in a line of which each begins a command to a server."""
    if "::" not in line and "##" not in line:
        return []
    return [found.end() for found in _COMMANDS.finditer(line)]


def escaped(character: str) -> str:
    r"""Return a character's escape, for instance ``\x1b``."""
    escape = character.encode("unicode_escape").decode("ascii")
    return f"\\x{ord(character):02x}" if escape == character else escape


def visible_lines(text: str) -> list[str]:
    """Split text at its newlines, expand tabs, and make each line `visible`."""
    return [visible(line.expandtabs(_TAB_COLUMNS)) for line in text.split("\n")]


def seconds(value: float) -> str:
    """Return a duration with its unit: ``2 ms``, ``0.31 s``, ``1 m 48 s``."""
    if value < 0.0995:
        return f"{value * 1000:.0f} ms"
    if value < 9.995:
        return f"{value:.2f} s"
    if value < _MINUTE - 0.05:
        return f"{value:.1f} s"
    whole = round(value)
    if whole < _HOUR:
        return f"{whole // _MINUTE} m {whole % _MINUTE:02d} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE:02d} m"


def points(value: float) -> str:
    """Return points as a person writes them: ``10``, ``0.5``, ``3.33333``."""
    return f"{value:g}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 test``, ``3 tests``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
