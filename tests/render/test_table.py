"""Tables that never cut a cell."""

from collections.abc import Callable

import pytest

from grader.render.table import Column, Table

Draw = Callable[..., str]

COLUMNS = [
    Column("name"),
    Column("how\nmany", number=True),
    Column("what it is about", wraps=True),
]
ROWS = [
    [("a", ""), ("1", ""), ("some words on this", "")],
    [("long_name", ""), ("1000", ""), ("x", "")],
]


def test_numbers_stand_right_and_headings_low(draw: Draw) -> None:
    """A table as wide as it needs to be, without blanks at the ends of rows."""
    assert (
        draw([Table(columns=COLUMNS, rows=ROWS)])
        == """\
            how
name       many  what it is about
a             1  some words on this
long_name  1000  x
"""
    )


def test_one_column_gives_way(draw: Draw) -> None:
    """In less room, the column that may wrap does, and the others stay whole."""
    table = Table(columns=COLUMNS, rows=ROWS, headings=False, indent=1)
    assert (
        draw([table], width=34)
        == """\
 a             1  some words on
                  this
 long_name  1000  x
"""
    )


@pytest.mark.parametrize(
    ("width", "lines"),
    [
        (
            32,
            [
                " a  how many 1",
                "   some words on this",
                " long_name  how many 1000  x",
            ],
        ),
        (
            20,
            [
                " a  how many 1",
                "   some words on",
                "   this",
                " long_name",
                "   how many 1000  x",
            ],
        ),
    ],
)
def test_too_little_room_makes_lines(draw: Draw, width: int, lines: list[str]) -> None:
    """Where even that column is too narrow, a row becomes lines of whole cells."""
    table = Table(columns=COLUMNS, rows=ROWS, indent=1)
    assert draw([table], width=width).splitlines() == lines


def test_without_a_column_to_wrap(draw: Draw) -> None:
    """A table of numbers alone becomes lines as well, and loses no digit."""
    table = Table(columns=[Column("n", number=True)] * 2, rows=[[("12345678", "")] * 2])
    assert draw([table], width=16) == "n 12345678\n  n 12345678\n"


def test_no_rows_is_a_heading(draw: Draw) -> None:
    """An empty table has its headings alone."""
    assert draw([Table(columns=[Column("name")], rows=[])]) == "name\n"


def test_cells_are_safe(draw: Draw) -> None:
    """Text in a cell is shown as it is written, and its width is that of what shows."""
    table = Table(
        columns=[Column("a"), Column("b")], rows=[[("\x1b[bold]中", ""), ("✗", "")]]
    )
    assert draw([table]) == "a             b\n\\x1b[bold]中  ✗\n"
    assert draw([table], encoding="ascii").splitlines()[1] == "\\x1b[bold]\\u4e2d  x"
