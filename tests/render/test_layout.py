"""Lines with a hanging indent."""

import io
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from grader.export.text import visible
from grader.render.console import Color, console_for, show
from grader.render.layout import BLANK, Line

Draw = Callable[..., str]

HANGING = {"head": (("> ", ""),), "rest": ((". ", ""),)}


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("short", ["> short"]),
        ("", [">"]),
        ("two words of this line", ["> two words of this", ". line"]),
        ("x" * 40, ["> " + "x" * 18, ". " + "x" * 18, ". xxxx"]),
        ("中" * 10, ["> " + "中" * 9, ". 中"]),
        ("one\ntwo\n\nfour", ["> one", ". two", ".", ". four"]),
        ("a\tb", ["> a   b"]),
        ("end   ", ["> end"]),
    ],
)
def test_a_line_wraps_behind_its_indent(
    draw: Draw, text: str, lines: list[str]
) -> None:
    """Words move down, longer ones are folded, line ends stay, blanks do not trail."""
    view = [Line(((text, ""),), **HANGING)]
    assert draw(view, width=20).split("\n") == [*lines, ""]


def test_a_blank_line_is_empty(draw: Draw) -> None:
    """A blank line is one line end and nothing else."""
    assert draw([BLANK]) == "\n"


@settings(max_examples=50, deadline=None)
@given(
    st.text(st.characters(exclude_categories=["Zs", "Cc"]), max_size=60),
    st.integers(2, 40),  # a wide character needs two columns
)
def test_nothing_is_cut_at_any_width(text: str, width: int) -> None:
    """Every character arrives, however narrow the terminal."""
    out = io.StringIO()
    console = console_for(out, Color.NEVER)
    console.width = width
    show(console, [Line(((text, ""),), head=(("  ", ""),), rest=(("  ", ""),))])
    assert "".join(out.getvalue().split()) == visible(text)


def test_styles_stay_with_their_parts(draw_in_color: Callable[..., str]) -> None:
    """A style covers its part across a break, also where a character was replaced."""
    line = Line((("x" * 79 + "\x1b", "red"), (" end", "")))
    assert draw_in_color([line]) == (
        f"\x1b[31m{'x' * 79}\\\x1b[0m\n\x1b[31mx1b\x1b[0m end\n"
    )
