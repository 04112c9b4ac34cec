"""The made-up class of the bench."""

import ast
from collections import Counter

import pytest

from bench.students import RIGHT, WRONG, StudentFile, students


def test_same_seed_makes_the_same_files() -> None:
    """The class depends on nothing but its size and the seed."""
    assert students(30, seed=7) == students(30, seed=7)


def test_another_seed_makes_other_files() -> None:
    """Another seed gives another class."""
    assert students(30, seed=7) != students(30, seed=8)


def test_a_larger_class_begins_with_the_smaller_one() -> None:
    """The first hand-ins are the same whatever the size: a part stands for all."""
    assert students(200, seed=7)[:50] == students(50, seed=7)


def test_a_hundred_are_mixed_as_promised() -> None:
    """Of 100 hand-ins 70 are right, in every style, and 30 wrong, of every kind."""
    kinds = Counter(file.kind for file in students(100, seed=7))
    assert {kind: kinds[kind] for kind in RIGHT} == dict.fromkeys(RIGHT, 10)
    assert {kind: kinds[kind] for kind in WRONG} == {
        "sum_for_gap": 4,
        "rows": 4,
        "zero_over_zero": 5,
        "strict": 5,
        "nothing": 4,
        "syntax": 2,
        "raises": 4,
        "prints": 2,
    }


def test_no_two_files_are_the_same() -> None:
    """A cache of answers would win nothing."""
    assert len({file.source for file in students(1000, seed=7)}) == 1000


@pytest.mark.parametrize("seed", [1, 7, 23])
def test_the_first_24_are_about_70_percent_right(seed: int) -> None:
    """The part that the slow yardsticks grade is mixed like the whole."""
    right = sum(file.right for file in students(24, seed=seed))
    assert right in {16, 17, 18}


def test_only_syntax_errors_do_not_parse() -> None:
    """Whatever names the seed picks, every other file is valid Python."""
    unparsable = {file.kind for file in students(300, seed=3) if not _parses(file)}
    assert unparsable == {"syntax"}


def _parses(file: StudentFile) -> bool:
    try:
        ast.parse(file.source)
    except SyntaxError:
        return False
    return True
