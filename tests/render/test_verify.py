"""The view of ``grader verify``."""

from collections.abc import Callable
from dataclasses import replace

from grader.export.verification import (
    AuthorFault,
    Check,
    HiddenTest,
    Kill,
    Verification,
)
from grader.render.matrix import Mark, Matrix
from grader.render.verify import total_view, verify_view

Draw = Callable[..., str]

FAIR = Verification(
    problem="halve",
    problem_title="Half of each value",
    problem_digest="sha256:" + "0" * 64,
    categories=("values", "kept"),
    hidden_tests=(
        HiddenTest(id="test_signs", category="values"),
        HiddenTest(id="test_argument", category="kept"),
        HiddenTest(id="test_lost", category=None),
    ),
    examples=1,
    right=1,
    wrong=2,
    runs=12,
    checks=(
        Check(id="stub", claim="the stub fails 4 of 4 tests", faults=()),
        Check(id="wrong", claim="2 of 2 wrong files lose their categories", faults=()),
    ),
    kills=(
        Kill(
            name="in_place", named=("kept",), lost=("kept",), failed=("test_argument",)
        ),
        Kill(
            name="whole",
            named=("values",),
            lost=("values", "kept"),
            failed=("test_signs", "test_argument"),
        ),
    ),
    isolation="full",
    wall_seconds=1.25,
)

UNFAIR = replace(
    FAIR,
    checks=(
        FAIR.checks[0],
        Check(
            id="wrong",
            claim="1 of 2 wrong files lose their categories",
            faults=(
                AuthorFault(
                    file="problems/halve/wrong/in_place.py",
                    line=1,
                    found="its header names values, but it loses kept",
                    do="add a test of values that this mistake fails",
                ),
                AuthorFault(
                    file="problems/halve/notes.txt",
                    line=None,
                    found="a stray file",
                    do="move it away",
                ),
            ),
        ),
    ),
    kills=(replace(FAIR.kills[0], named=("values", "kept")), FAIR.kills[1]),
)  # fmt: skip


def test_a_fair_problem(draw: Draw) -> None:
    """Claims, what each mistake loses, and the verdict with its counts."""
    assert (
        draw(verify_view(FAIR))
        == """\
Half of each value  halve · isolation full

  ✓ the stub fails 4 of 4 tests
  ✓ 2 of 2 wrong files lose their categories

             values
             │  kept
  in_place   ·  ●
  whole      ●  ○
  killed by  1  2
  by name    1  1
  ● named and lost   ○ lost besides   ✗ named but not lost

halve is fair: 4 tests, 1 right, 2 wrong, 12 runs in 1.25 s
"""
    )


def test_an_unfair_problem(draw: Draw) -> None:
    """Each fault says where, what was found, and what to do."""
    assert (
        draw(verify_view(UNFAIR))
        == """\
Half of each value  halve · isolation full

  ✓ the stub fails 4 of 4 tests
  ✗ 1 of 2 wrong files lose their categories

  ✗ problems/halve/wrong/in_place.py:1  its header names values, but it loses
    kept
    do: add a test of values that this mistake fails
  ✗ problems/halve/notes.txt  a stray file
    do: move it away

             values
             │  kept
  in_place   ✗  ●
  whole      ●  ○
  killed by  1  2
  by name    1  1
  ● named and lost   ○ lost besides   ✗ named but not lost

halve is not fair: 2 faults · 4 tests, 1 right, 2 wrong, 12 runs in 1.25 s
"""
    )


def test_one_fault(draw: Draw) -> None:
    """A single fault is no plural."""
    check = replace(UNFAIR.checks[1], faults=UNFAIR.checks[1].faults[:1])
    text = draw(verify_view(replace(UNFAIR, checks=(check,))))
    assert "halve is not fair: 1 fault · " in text


def test_without_the_matrix(draw: Draw) -> None:
    """A quiet run shows the claims only."""
    assert (
        draw(verify_view(FAIR, matrix=False))
        == """\
Half of each value  halve · isolation full

  ✓ the stub fails 4 of 4 tests
  ✓ 2 of 2 wrong files lose their categories

halve is fair: 4 tests, 1 right, 2 wrong, 12 runs in 1.25 s
"""
    )


def test_a_problem_without_wrong_files(draw: Draw) -> None:
    """Without a wrong file there is no matrix."""
    bare = replace(FAIR, kills=())
    assert draw(verify_view(bare)) == draw(verify_view(bare, matrix=False))
    assert draw(verify_view(bare, tests=True)) == draw(verify_view(bare, matrix=False))


def test_the_matrix_of_tests(draw: Draw) -> None:
    """With -v there is a column for each hidden test, and what it is called below."""
    text = draw(verify_view(UNFAIR, tests=True))
    assert (
        text[text.index("          H1") - 3 :]
        == """\
             H1 H2 H3
  in_place   ✗  ●  ·
  whole      ●  ○  ·
  killed by  1  2  0
  ● named and lost   ○ lost besides   ✗ named but not lost

  H1  test_signs     values
  H2  test_argument  kept
  H3  test_lost      no category

halve is not fair: 2 faults · 4 tests, 1 right, 2 wrong, 12 runs in 1.25 s
"""
    )


def test_ascii(draw: Draw) -> None:
    """A stream of ASCII gets stand-ins that differ from each other."""
    text = draw(verify_view(UNFAIR), encoding="ascii")
    assert (
        text[text.index("             values") :]
        == """\
             values
             |  kept
  in_place   x  #
  whole      #  o
  killed by  1  2
  by name    1  1
  # named and lost   o lost besides   x named but not lost

halve is not fair: 2 faults - 4 tests, 1 right, 2 wrong, 12 runs in 1.25 s
"""
    )


def test_nine_categories_fit(draw: Draw) -> None:
    """Nine long categories and a long name of a file fit into 80 columns."""
    matrix = Matrix(
        columns=[f"a_category_of_many_{number}" for number in range(9)],
        rows=[("tolerance_scaled_by_numeric", [Mark.NAMED] * 9)],
        totals=[("killed by", [10] * 9)],
    )
    lines = draw([matrix]).splitlines()
    assert max(map(len, lines)) == 75
    assert lines[8] == f"{' ' * 31}{'│  ' * 8}a_category_of_many_8"
    assert lines[9] == f"  tolerance_scaled_by_numeric  {'●  ' * 9}".rstrip()
    assert lines[10] == f"  killed by                    {'10 ' * 9}".rstrip()
    assert len(lines) == 12


def test_a_narrow_terminal(draw: Draw) -> None:
    """Columns that do not fit stand in blocks below each other; nothing is cut."""
    matrix = Matrix(
        columns=["agreement", "both_zero", "whole_numbers"],
        rows=[("absolute_gap", [Mark.NONE, Mark.NAMED, Mark.BESIDES])],
        totals=[("killed by", [0, 12, 1])],
    )
    assert (
        draw([matrix], width=30)
        == """\
                agreement
                │  both_zero
  absolute_gap  ·  ●
  killed by     0  12

                whole_numbers
  absolute_gap  ○
  killed by     1
  ● named and lost   ○ lost
  besides   ✗ named but not
  lost
"""
    )


def test_colors(draw_in_color: Callable[..., str]) -> None:
    """Kept categories are red: they are the faults."""
    assert "\x1b[1;31m✗\x1b[0m" in draw_in_color(verify_view(UNFAIR))


def test_names_are_made_safe(draw: Draw) -> None:
    """A file's name cannot move the cursor."""
    kill = replace(FAIR.kills[0], name="in\x1b[2Jplace")
    text = draw(verify_view(replace(FAIR, kills=(kill,))))
    assert "in\\x1b[2Jplace" in text


def test_the_total(draw: Draw) -> None:
    """The last line of a run on several problems names those that are not fair."""
    assert draw(total_view([FAIR, FAIR])) == "2 of 2 problems fair\n"
    assert draw(total_view([FAIR, UNFAIR], ["broken"])) == (
        "1 of 3 problems fair; not fair: halve; not fit to use: broken\n"
    )
