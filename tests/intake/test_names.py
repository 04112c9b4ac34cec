"""Names: shown, sorted, recognised, ignored."""

import os
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.names import (
    alike,
    ignored,
    natural_key,
    one_line,
    resembles,
    shown,
    some,
    without_archive_suffix,
)

IDS = ("gradient_check", "gradient_check_n", "relu_backward", "dropout")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        (b"Zo\xc3\xab Liu", "Zoë Liu"),
        (b"caf\xe9", "caf\\xe9"),
        ("李雷".encode(), "李雷"),
        (b"two\nlines", "two\nlines"),
    ],
)
def test_shown_names_are_valid_text(name, expected):
    """Bytes that are not UTF-8 are written out, all else stays as it is."""
    assert shown(os.fsdecode(name)) == expected


def test_any_text_can_be_shown():
    """A name from an archive may hold what no name on this disk can."""
    assert shown("a\ud800b") == "a\\ud800b"


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("a.py", "A.PY"),
        ("Zo\u00eb", "Zoe\u0308"),
        ("\uff41.py", "a.py"),
        ("a\u200b.py", "a.py"),
        ("stra\u00dfe", "STRASSE"),
    ],
)
def test_names_that_some_disk_takes_for_one(one, other):
    """Case, composition, width and what cannot be seen tell no names apart."""
    assert alike(one) == alike(other)


def test_names_that_every_disk_tells_apart():
    """An accent or a letter of another script is a difference."""
    assert len({alike(name) for name in ("Zoe", "Zo\u00eb", "\u0396oe")}) == 3


def test_one_line_has_no_control_characters():
    """A name in a message can neither end the line nor steer the terminal."""
    assert one_line("a\nb\x1b[31m\u202ec é") == "a\\nb\\x1b[31m\\u202ec é"


def test_one_line_is_not_long():
    """A very long name is cut with an ellipsis."""
    assert one_line("abcdef", longest=4) == "abc…"


def test_numbers_in_names_are_sorted_as_numbers():
    """s2 comes before s10, whatever the case and the zeros."""
    names = ["s10", "S2", "s02", "s", "s2b", "s2", "10", "9", "s" + "9" * 5000]
    expected = ["9", "10", "s", "S2", "s02", "s2", "s2b", "s10", "s" + "9" * 5000]
    assert sorted(names, key=natural_key) == expected


@given(st.lists(st.text(st.sampled_from("a1²٣ -"), max_size=6)))
def test_any_names_can_be_sorted(names):
    """The order is the same whatever the order before."""
    backwards = names[::-1]
    expected = sorted(names, key=natural_key)
    assert sorted(backwards, key=natural_key) == expected


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("Gradient_Check.py", "gradient_check"),
        ("gradient_check (1).py", "gradient_check"),
        ("gradient_check(2).py", "gradient_check"),
        ("gradient_check-1.py", "gradient_check"),
        ("gradient_check_v2.py", "gradient_check"),
        ("gradient check.py", "gradient_check"),
        ("gradient-check.py", "gradient_check"),
        ("gradient_check - Copy.py", "gradient_check"),
        ("gradient_check - Copy (3).py", "gradient_check"),
        ("gradient_check_final.py", "gradient_check"),
        ("gradient_check.py.txt", "gradient_check"),
        ("gradient_check.ipynb", "gradient_check"),
        ("gradient_chek.py", "gradient_check"),
        ("\uff47radient_check\uff0epy", "gradient_check"),
        ("gradient_\u200bcheck.py", "gradient_check"),
        ("Gradient_Check_N.py", "gradient_check_n"),
        ("dropout2.py", "dropout"),
        ("helper.py", None),
        ("notes.txt", None),
        ("numpy.py", None),
    ],
)
def test_wrong_names_are_recognised(name, problem):
    """What a browser, an editor or a hurried student makes of a name is told."""
    assert resembles(name, IDS) == problem


def test_recognising_a_hostile_name_takes_no_time():
    """A name of many digits and spaces is no trap for the patterns."""
    start = time.perf_counter()
    assert resembles("1 " * 500 + "x" + "1" * 500, IDS) is None
    assert time.perf_counter() - start < 5  # a bad pattern would take for ever


@pytest.mark.parametrize(
    "name",
    [
        ".DS_Store",
        "._gradient_check.py",
        "__pycache__",
        "__MACOSX",
        "gradient_check.py~",
        "#gradient_check.py#",
        "gradient_check.py.bak",
        ".gradient_check.py.swp",
        "Thumbs.db",
        "stub.py",
        "test_examples.py",
    ],
)
def test_nobodys_work_is_ignored(name):
    """Hidden files, caches, backups and what the course gave are no one's work."""
    assert ignored(name) is True


@pytest.mark.parametrize("name", ["#3 Anna", "s01", "gradient_check.py", "-x", "a~b"])
def test_work_is_not_ignored(name):
    """Odd names of students are names of students."""
    assert ignored(name) is False


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("anna.zip", "anna"),
        ("anna.TAR.GZ", "anna"),
        ("anna.b.tgz", "anna.b"),
        ("anna.py", None),
        (".zip", None),
    ],
)
def test_archive_suffixes(name, expected):
    """The name of an archive without its suffix is the student's, if nothing else."""
    assert without_archive_suffix(name) == expected


def test_some_names_a_few():
    """A long list is cut, and says so."""
    assert some(["a", "b", "c"]) == "a, b, c"
    assert some(["a", "b", "c", "d", "e"]) == "a, b, c and 2 more"
