"""A matrix of marks under headings, in as many blocks of columns as the width needs.

Headings that are longer than a column stand as a staircase above their columns, so none
is cut or turned::

                      both_zero
                      │  one_zero
                      │  │  scale
    absolute_gap      ·  ○  ●
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import Enum

from rich.cells import cell_len
from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from grader.export.text import visible
from grader.render.layout import Line, Part, encodable

__all__ = ["Mark", "Matrix"]

_INDENT = 2
_GAP = 2
_RULE = "│"
_FLAT = 3  # headings of so few columns stand side by side


class Mark(Enum):
    """What stands in a cell: a sign, its ASCII stand-in, its style, its meaning."""

    NAMED = ("●", "#", "green", "named and lost")
    BESIDES = ("○", "o", "", "lost besides")
    KEPT = ("✗", "x", "bold red", "named but not lost")
    NONE = ("·", ".", "dim", "")


@dataclass(frozen=True, slots=True, kw_only=True)
class Matrix:
    """Rows of marks, then rows of numbers, and what the marks mean."""

    columns: Sequence[str]
    rows: Sequence[tuple[str, Sequence[Mark]]]
    totals: Sequence[tuple[str, Sequence[int]]]

    def __rich_console__(
        self,
        console: Console,
        options: ConsoleOptions,
    ) -> RenderResult:
        drawing = _Drawing(self, options.encoding, options.max_width)
        for number, block in enumerate(drawing.blocks()):
            if number:
                yield Text()
            yield from drawing.lines(block)
        yield drawing.legend()


class _Drawing:
    """A matrix as text for a stream of some encoding and width."""

    def __init__(self, matrix: Matrix, encoding: str, width: int) -> None:
        self._encoding = encoding
        self._heads = [self._text(name) for name in matrix.columns]
        self._rows = [
            (self._text(name), [self._sign(mark) for mark in marks])
            for name, marks in matrix.rows
        ]
        self._totals = [
            (self._text(name), [(str(number), "") for number in numbers])
            for name, numbers in matrix.totals
        ]
        names = [name for name, _ in (*self._rows, *self._totals)]
        self._left = _INDENT + max(map(cell_len, names)) + _GAP
        self._room = width - self._left
        self._flat = max(map(cell_len, self._heads)) <= _FLAT
        self._rule = _RULE if self._fits(_RULE) else "|"
        numbers = [cell for _, cells in self._totals for cell, _ in cells]
        cells = [*numbers, *(self._heads if self._flat else ())]
        self._cell = max(map(cell_len, cells))
        self._gap = _GAP
        if self._flat or len(list(self.blocks())) > 1:
            self._gap = 1

    def blocks(self) -> Iterator[range]:
        """Yield the columns of each block, as many as there is room for."""
        start = 0
        for column, head in enumerate(self._heads):
            end = (column - start) * self._pitch + max(cell_len(head), self._cell)
            if column > start and end > self._room:
                yield range(start, column)
                start = column
        yield range(start, len(self._heads))

    @property
    def _pitch(self) -> int:
        return self._cell + self._gap

    def lines(self, block: range) -> Iterator[Text]:
        """Yield the headings of some columns, the rows and the totals."""
        if self._flat:
            yield self._line("", [(self._heads[column], "bold") for column in block])
        else:
            for column in block:
                rules = [(self._rule, "dim")] * (column - block.start)
                yield self._line("", [*rules, (self._heads[column], "bold")])
        for name, cells in self._rows:
            yield self._line(name, [cells[column] for column in block])
        for name, cells in self._totals:
            yield self._line(name, [cells[column] for column in block], "bold")

    def legend(self) -> Line:
        """Return what the marks mean."""
        parts: list[Part] = []
        for mark in Mark:
            if meaning := mark.value[3]:
                parts += [self._sign(mark), (f" {meaning}", "dim"), ("   ", "")]
        edge = ((" " * _INDENT, ""),)
        return Line(tuple(parts[:-1]), head=edge, rest=edge)

    def _line(self, name: str, cells: Sequence[Part], style: str = "") -> Text:
        line = Text(" " * _INDENT, overflow="fold").append(name, style)
        line.append(" " * (self._left - _INDENT - cell_len(name)))
        for text, of_cell in cells:
            line.append(text, of_cell or style)
            line.append(" " * (self._pitch - cell_len(text)))
        line.rstrip()
        return line

    def _sign(self, mark: Mark) -> Part:
        sign, plain, style, _ = mark.value
        return (sign if self._fits(sign) else plain), style

    def _text(self, text: str) -> str:
        return encodable(visible(text), self._encoding)

    def _fits(self, text: str) -> bool:
        return encodable(text, self._encoding) == text
