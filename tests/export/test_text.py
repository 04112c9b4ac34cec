"""Text of unknown origin made safe to show, and numbers with units."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.export.text import counted, points, seconds, visible, visible_lines


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("plain [bold] ✓ é 中 \N{SNOWMAN}", "plain [bold] ✓ é 中 \N{SNOWMAN}"),
        ("\x1b[31mred", r"\x1b[31mred"),
        ("a\x00b\x07\x7f", r"a\x00b\x07\x7f"),
        ("a\r\nb\tc", r"a\r\nb\tc"),
        ("\x85\x9b1m", r"\x85\x9b1m"),
        ("\u202eevil\u202c\u2066x\u2069", r"\u202eevil\u202c\u2066x\u2069"),
        ("a\u200bb\u200f\ufeff\u2028", r"a\u200bb\u200f\ufeff\u2028"),
        ("a\xa0b", r"a\xa0b"),
        ("\udc80\ud800", r"\udc80\ud800"),
        ("\U000e0041", r"\U000e0041"),
    ],
)
def test_what_cannot_be_seen_becomes_its_escape(text: str, shown: str) -> None:
    """Control, bidirectional and zero-width characters show as repr shows them."""
    assert visible(text) == shown


@given(st.text(max_size=20))
def test_shown_text_is_printable_and_stays(text: str) -> None:
    """What is shown is printable, and showing it again changes nothing."""
    shown = visible(text)
    assert shown.isprintable()
    assert visible(shown) == shown


def test_lines_keep_their_ends_and_columns() -> None:
    """A text of several lines is split at newlines only, tabs go to multiples of 4."""
    assert visible_lines("a\tb\n\n\x1b\r\nend") == ["a   b", "", r"\x1b\r", "end"]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        (0.0, "0 ms"),
        (0.0021, "2 ms"),
        (0.0994, "99 ms"),
        (0.0995, "0.10 s"),
        (0.31, "0.31 s"),
        (9.994, "9.99 s"),
        (9.995, "10.0 s"),
        (59.94, "59.9 s"),
        (59.95, "1 m 00 s"),
        (108.0, "1 m 48 s"),
        (3599.4, "59 m 59 s"),
        (3599.5, "1 h 00 m"),
        (7380.0, "2 h 03 m"),
    ],
)
def test_a_duration_has_its_unit(value: float, text: str) -> None:
    """A duration has two or three digits and a unit, also at the borders."""
    assert seconds(value) == text


def test_points_have_no_needless_digits() -> None:
    """Whole points are whole numbers, others have up to six digits."""
    assert [points(10.0), points(0.5), points(10 / 3)] == ["10", "0.5", "3.33333"]


def test_a_noun_agrees_with_its_number() -> None:
    """Only one is singular."""
    assert [counted(n, "test") for n in (0, 1, 2)] == ["0 tests", "1 test", "2 tests"]
