"""What every view is made of: lines of text that wrap with a hanging indent.

A line takes pairs of text and style, never markup, and makes safe what it is given when
it is printed: control and bidirectional characters become visible, and what the stream
cannot encode is replaced (``✗`` by ``x``, other characters by an escape). So a view
cannot forget to.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderableType, RenderResult
from rich.style import Style
from rich.text import Text

from grader.export.text import commands, escaped, visible_lines

__all__ = [
    "BLANK",
    "NARROWEST",
    "Line",
    "Part",
    "View",
    "encodable",
    "inert",
    "styled",
]

Part = tuple[str, str]
"""Some text and the name of its style, ``""`` for none."""

View = list[RenderableType]
"""What a view returns: print its items one after the other (`console.show`)."""

NARROWEST = 16  # columns left to a text, however narrow the terminal

_ASCII = {
    "✓": "+",
    "✗": "x",
    "\N{EN DASH}": "-",
    "│": "|",
    "→": "->",
    "…": "...",
    "·": "-",
    "±": "+/-",
    "\N{MINUS SIGN}": "-",
}


@dataclass(frozen=True, slots=True)
class Line:
    """A line that wraps at words and folds longer ones; nothing of it is ever cut.

    ``head`` stands before its first row, ``rest`` before each further one.
    """

    parts: tuple[Part, ...] = ()
    head: tuple[Part, ...] = ()
    rest: tuple[Part, ...] = ()

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        head = styled(self.head, options.encoding)
        rest = styled(self.rest, options.encoding)
        body = styled(self.parts, options.encoding)
        room = options.max_width - max(head.cell_len, rest.cell_len)
        lines = body.wrap(console, max(room, NARROWEST), overflow="fold")
        for number, line in enumerate(lines):
            whole = (rest if number else head) + line
            whole.rstrip()
            whole.overflow = "fold"
            yield inert(whole)


BLANK = Line()


def styled(parts: Sequence[Part], encoding: str) -> Text:
    """Return the parts as one text that is safe to print in an encoding."""
    whole = Text()
    for text, style in parts:
        safe = "\n".join(visible_lines(text))
        whole.append(encodable(safe, encoding), Style.parse(style))
    return whole


def inert(row: Text) -> Text:
    """Return a row that is no command to a server that reads what we print.

    Wrapping and joining may make one of parts that are harmless alone. What stands in
    its place is longer, and must not be wrapped again.
    """
    places = commands(row.plain)
    for place in reversed(places):
        escape = Text(escaped(row.plain[place]))
        row = row[:place] + escape + row[place + 1 :]
    if places:
        row.no_wrap, row.overflow = True, "ignore"
    return row


def encodable(text: str, encoding: str) -> str:
    """Return the text with what an encoding lacks replaced by what it has."""
    try:
        text.encode(encoding)
    except UnicodeEncodeError:
        return "".join(_replaced(c, encoding) for c in text)
    return text


def _replaced(character: str, encoding: str) -> str:
    try:
        character.encode(encoding)
    except UnicodeEncodeError:
        escape = character.encode("unicode_escape").decode("ascii")
        return _ASCII.get(character, escape)
    return character
