"""Values that tomllib reads back as they were."""

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.problems.toml_text import toml_value

# TOML has no way to write half of a surrogate pair, and nothing read from TOML has one.
TEXT = st.text(st.characters(exclude_categories=["Cs"]))


def read_back(written: str) -> object:
    return tomllib.loads(f"key = {written}\n")["key"]


@settings(deadline=None)
@given(TEXT)
def test_any_text_comes_back(text: str) -> None:
    """Quotes, backslashes, control characters and emoji survive, on one line."""
    written = toml_value(text)
    assert read_back(written) == text
    assert "\n" not in written


@settings(deadline=None)
@given(st.lists(TEXT))
def test_any_list_of_texts_comes_back(texts: list[str]) -> None:
    """An array keeps its elements and their order."""
    assert read_back(toml_value(texts)) == texts


@settings(deadline=None)
@given(st.floats(allow_nan=False, allow_infinity=False) | st.integers(-(2**63)))
def test_any_finite_number_comes_back(number: float) -> None:
    """No digit of a number is lost."""
    assert read_back(toml_value(number)) == number


def test_how_values_are_written() -> None:
    """Whole numbers have no point, truth values are lower case, DEL is escaped."""
    assert toml_value(3.0) == "3"
    assert toml_value(0.5) == "0.5"
    assert toml_value(True) == "true"
    assert toml_value(()) == "[]"
    assert toml_value('a"\\\x7f\x00\n𝛁é') == '"a\\"\\\\\\u007f\\u0000\\n𝛁é"'
