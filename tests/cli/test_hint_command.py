"""hint: a ladder that is climbed rung by rung."""

import re
from pathlib import Path

import pytest

HINTS = (Path(__file__).parents[2] / "problems/gradient_check/hints.md").read_text(
    "utf-8"
)
TITLES = re.findall(r"^## (.*)$", HINTS, re.MULTILINE)


@pytest.fixture
def hint(grader, tmp_path):
    """Return what asks for a hint as a person with a home of their own."""

    def ask(*arguments):
        return grader("hint", "gradient_check", *arguments, env={"HOME": str(tmp_path)})

    return ask


@pytest.fixture
def progress(tmp_path):
    """Return the file that remembers the rungs."""
    return tmp_path / ".config" / "grader" / "progress.json"


def rung(ran):
    """Return which rung was shown."""
    assert (ran.code, ran.err) == (0, "")
    (title,) = [line for line in ran.out.splitlines() if line in TITLES]
    number = TITLES.index(title) + 1
    assert f"rung {number} of {len(TITLES)}" in ran.out
    assert ("next  grader hint gradient_check" in ran.out) is (number < len(TITLES))
    return number


def test_each_call_climbs_one_rung_and_stays_on_the_last(hint):
    """The mildest hint comes first; after the last there is nothing more."""
    assert [rung(hint()) for _ in range(5)] == [1, 2, 3, 4, 4]


def test_a_rung_can_be_shown_again(hint):
    """--rung climbs as far as it shows, and never down."""
    assert [rung(hint("--rung", n)) for n in ("3", "1")] == [3, 1]
    assert rung(hint()) == 4


def test_there_is_no_rung_beyond_the_last(hint):
    """The message says how many there are."""
    ran = hint("--rung", "9")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "grader: gradient_check has 4 rungs, none of number 9\n"


def test_a_broken_progress_file_is_no_progress(hint, progress):
    """The ladder begins at its first rung and is remembered again."""
    progress.parent.mkdir(parents=True)
    progress.write_text('{"hints": {"gradient_check": -7', "utf-8")
    assert [rung(hint()), rung(hint())] == [1, 2]


def test_progress_that_cannot_be_kept_is_no_error(hint, progress):
    """Where the file cannot be written every call shows the first rung."""
    progress.mkdir(parents=True)  # a folder in its place
    assert [rung(hint()), rung(hint())] == [1, 1]
    assert [*progress.parent.iterdir()] == [progress]
