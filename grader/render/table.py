"""Tables that never cut a cell: a column wraps, and else each row becomes lines.

rich's own table crops in a narrow terminal, and a cropped number is a wrong one.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from grader.render.layout import NARROWEST, Line, Part, inert, styled

__all__ = ["Column", "Table"]

_GAP = 2


@dataclass(frozen=True, slots=True)
class Column:
    """A column: its heading, whether it holds numbers, whether it may wrap."""

    heading: str
    number: bool = False
    wraps: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """Cells under headings, without rules, numbers to the right."""

    columns: Sequence[Column]
    rows: Sequence[Sequence[Part]]
    headings: bool = True
    indent: int = 0

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        widths = self._widths(options)
        if widths is None:
            for row in self.rows:
                yield from self._packed(row, options)
            return
        for row in self._all_rows():
            cells = [
                list(
                    styled((part,), options.encoding).wrap(
                        console, width, overflow="fold"
                    )
                )
                for part, width in zip(row, widths, strict=True)
            ]
            yield from self._side_by_side(cells, widths)

    def _all_rows(self) -> list[Sequence[Part]]:
        """Return the rows, the headings first and moved down to the cells."""
        heads = [column.heading for column in self.columns]
        tallest = max(head.count("\n") for head in heads)
        down = [("\n" * (tallest - h.count("\n")) + h, "bold") for h in heads]
        return [down, *self.rows] if self.headings else [*self.rows]

    def _widths(self, options: ConsoleOptions) -> list[int] | None:
        """Return each column's width, None where the columns do not fit."""
        cells = [
            [styled((part,), options.encoding) for part in row]
            for row in self._all_rows()
        ]
        widths = [max(map(_width, column)) for column in zip(*cells, strict=True)]
        gaps = self.indent + _GAP * (len(widths) - 1)
        excess = sum(widths) + gaps - options.max_width
        for number, column in enumerate(self.columns):
            if column.wraps and excess > 0 and widths[number] - excess >= NARROWEST:
                widths[number] -= excess
                return widths
        return widths if excess <= 0 else None

    def _side_by_side(
        self, cells: Sequence[Sequence[Text]], widths: Sequence[int]
    ) -> Iterator[Text]:
        for number in range(max(map(len, cells))):
            whole = Text(" " * self.indent)
            for column, cell, width in zip(self.columns, cells, widths, strict=True):
                text = cell[number] if number < len(cell) else Text()
                blanks = Text(" " * (width - text.cell_len))
                whole += blanks + text if column.number else text + blanks
                whole += Text(" " * _GAP)
            whole.rstrip()
            yield inert(whole)

    def _packed(self, row: Sequence[Part], options: ConsoleOptions) -> Iterator[Line]:
        """Yield a row as lines of whole cells, each number after its heading."""
        lines: list[list[Part]] = [[]]
        used = start = self.indent + _GAP
        for column, (text, style) in zip(self.columns, row, strict=True):
            name = column.heading.replace("\n", " ") if column.number else ""
            cell = ((f"{name} ", "dim"), (text, style)) if name else ((text, style),)
            width = styled(cell, options.encoding).cell_len
            if lines[-1] and used + width > options.max_width:
                lines.append([])
                used = start
            lines[-1] += [*cell, (" " * _GAP, "")]
            used += width + _GAP
        further = ((" " * start, ""),)
        for number, parts in enumerate(lines):
            head = further if number else ((" " * self.indent, ""),)
            yield Line(tuple(parts[:-1]), head=head, rest=further)


def _width(text: Text) -> int:
    return max(line.cell_len for line in text.split(allow_blank=True))
