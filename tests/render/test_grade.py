"""What an instructor reads after ``grader grade``, letter by letter."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from grader.export.summary import summarise
from grader.model import Fault, FaultKind, Outcome, Output, Result, Status, TestResult
from grader.render.grade import grade_view, submission_view

Sample = Callable[..., TestResult]
Record = Callable[..., Result]
Draw = Callable[..., str]

WROTE = ["out/results.jsonl", "out/grades.csv", "out/report.html"]


@pytest.fixture
def course(result: Record, sample: Sample) -> list[Result]:
    """Return 15 submissions of two problems with every kind of trouble."""
    other = {"problem": "elementwise_relative_error", "tests": ()}
    unread = Fault(kind=FaultKind.INTERNAL, message="the launcher died")
    broken = Fault(kind=FaultKind.SYNTAX, message="SyntaxError", line=3)
    records = [
        result(sample("hidden"), student=f"s{n:03}", score=n % 4, wall_seconds=n / 10)
        for n in range(1, 6)
    ]
    records += [
        result(sample("late"), student=f"late{n}", wall_seconds=5.0)
        for n in range(1, 8)
    ]
    return [
        *records,
        result(student="Ada", status=Status.NOT_GRADED, fault=unread, **other),
        result(student="Bob", status=Status.MISSING, **other),
        result(student="Cy", score=0.0, fault=broken, **other),
    ]


def test_a_run_in_numbers(course: list[Result], draw: Draw) -> None:
    """A table, a list of what to look at, the count of marks, the files."""
    view = grade_view(summarise(course, wall_seconds=108.0), wrote=WROTE)
    assert (
        draw(view)
        == """\
2 problems · 15 students · 15 submissions · isolation full

                                                    not
problem                graded  full  part  zero  graded  missing  median     p95
gradient_check             12     1    10     1       0        0    0.67  5.00 s
elementwise_relative_       1     0     0     1       1        1    0.00  0.31 s
error

Look at these
   1  not graded          elementwise_relative_error  Ada · the grader's fault,
                                                      not a zero: the launcher
                                                      died
   7  ran out of time     gradient_check              late1, late2, late3,
                                                      late4, late5 and 2 more
   1  nothing handed in   elementwise_relative_error  Bob
   1  syntax error        elementwise_relative_error  Cy
   5  test nobody passes  gradient_check              "A secret sentence." 0 of
                                                      5: is the test right?
   7  test nobody passes  gradient_check              "A million entries are
                                                      compared in one go." 0 of
                                                      7: is the test right?
  12  most often lost     gradient_check              "Both gradients zero" by
                                                      12 of 12

13 of 15 graded, 1 not graded, 1 missing · 1 m 48 s
wrote out/results.jsonl, out/grades.csv, out/report.html
"""
    )


def test_the_same_at_60_columns(course: list[Result], draw: Draw) -> None:
    """Where the columns do not fit, each row is lines of whole cells."""
    view = grade_view(summarise(course, wall_seconds=108.0), wrote=WROTE)
    assert (
        draw(view, width=60)
        == """\
2 problems · 15 students · 15 submissions · isolation full

gradient_check  graded 12  full 1  part 10  zero 1
  not graded 0  missing 0  median 0.67  p95 5.00 s
elementwise_relative_error  graded 1  full 0  part 0
  zero 1  not graded 1  missing 1  median 0.00  p95 0.31 s

Look at these
  1  not graded  elementwise_relative_error
    Ada · the grader's fault, not a zero: the launcher died
  7  ran out of time  gradient_check
    late1, late2, late3, late4, late5 and 2 more
  1  nothing handed in  elementwise_relative_error  Bob
  1  syntax error  elementwise_relative_error  Cy
  5  test nobody passes  gradient_check
    "A secret sentence." 0 of 5: is the test right?
  7  test nobody passes  gradient_check
    "A million entries are compared in one go." 0 of 7: is
    the test right?
  12  most often lost  gradient_check
    "Both gradients zero" by 12 of 12

13 of 15 graded, 1 not graded, 1 missing · 1 m 48 s
wrote out/results.jsonl, out/grades.csv, out/report.html
"""
    )


def test_a_run_without_trouble(result: Record, sample: Sample, draw: Draw) -> None:
    """Columns and lists of what did not happen are left out."""
    record = result(sample("passed"), score=3.0)
    assert (
        draw(grade_view(summarise([record, record])))
        == """\
gradient_check · 1 student · 2 submissions · isolation full

problem         graded  full  part  zero  median     p95
gradient_check       2     2     0     0    1.00  0.31 s

2 of 2 graded · 0.62 s
"""
    )


def test_nothing_graded_has_no_median(result: Record, draw: Draw) -> None:
    """A dash stands where there is no number."""
    record = result(status=Status.MISSING, wall_seconds=0.0)
    lines = draw(grade_view(summarise([record]))).splitlines()
    assert lines[0] == "gradient_check · 1 student · 1 submission · isolation not used"
    assert lines[2:4] == [
        "problem         graded  full  part  zero  missing  median  p95",
        "gradient_check       0     0     0     0        1       \N{EN DASH}    "
        "\N{EN DASH}",
    ]


def test_a_run_without_isolation_says_so(result: Record, draw: Draw) -> None:
    """Level none is a warning under the head line."""
    view = grade_view(summarise([result(isolation="none")]))
    assert draw(view).splitlines()[:3] == [
        "gradient_check · 1 student · 1 submission · isolation none",
        "isolation none: values and reports are kept apart, but a submission could "
        "read",
        "this disk and signal other programs",
    ]


def test_one_submission_in_full(result: Record, sample: Sample, draw: Draw) -> None:
    """Categories with points, then each lost test with all it knows, its hint too."""
    test = replace(sample("hidden"), output=Output(stdout="x\n" * 12))
    record = result(sample("passed"), sample("wrong"), test)
    assert draw(grade_view(summarise([record]), only=record, wrote=WROTE)) == (
        """\
Gradient check for a backward pass  gradient_check · s014 ·
inbox/s014/gradient_check.py
2 of 3 points · isolation full · seed 1234 · 0.31 s

     category             points   tests
  ✓  Formula              2 of 2  2 of 2
  ✗  Both gradients zero  0 of 1  0 of 1

  ✗ A flipped sign fails.  example
  │ test      test_flipped_sign
  │ input     gradient_check([1.0, -2.0], [1.0, 2.0])
  │ expected  (0.894427, False)
  │ got       (4.0, False)
  │ differs   [0] error: 4.0 for 0.894427, allowed ±0.0001% (rtol 1e-6)
  │ hint      4.0 is |a - b|. Which length do you divide it by?
  │ time      0 ms wall, 0 ms processor

  ✗ A secret sentence.  both_zero
  │ test      test_secret_7f3a
  │ points    0 of 1
  │ input     gradient_check([0.125], [0.125])
  │ expected  (0.0, True)
  │ stdout    x
"""
        + "  │           x\n" * 11
        + """\
  │ time      2 ms wall, 2 ms processor

1 of 3 tests passed

1 of 1 graded · 0.31 s
wrote out/results.jsonl, out/grades.csv, out/report.html
"""
    )


def test_a_faulty_submission_in_full(result: Record, draw: Draw) -> None:
    """A fault is one line with its place; there is nothing else to say."""
    fault = Fault(kind=FaultKind.IMPORT, message="No module named 'x'", line=1)
    record = result(fault=fault, score=0.0, seed=None)
    assert (
        draw(submission_view(record))
        == """\
Gradient check for a backward pass  gradient_check · s014 ·
inbox/s014/gradient_check.py
0 of 3 points · isolation full · 0.31 s

  ✗ gradient_check.py:1  No module named 'x'
"""
    )


def test_a_submission_without_a_mark(result: Record, draw: Draw) -> None:
    """Our own fault shows no points at all."""
    fault = Fault(kind=FaultKind.INTERNAL, message="the launcher died")
    record = result(fault=fault, score=0.0, status=Status.NOT_GRADED)
    lines = draw(submission_view(record)).splitlines()
    assert lines[2:] == [
        "not graded: no mark · isolation full · seed 1234 · 0.31 s",
        "",
        "  ! gradient_check.py  the launcher died",
    ]


def test_full_marks_are_short(result: Record, sample: Sample, draw: Draw) -> None:
    """Where nothing was lost there are the categories and a count."""
    record = result(sample("passed"), categories=result().categories[:1])
    assert draw(submission_view(record)).splitlines()[3:] == [
        "",
        "     category  points   tests",
        "  ✓  Formula   2 of 2  2 of 2",
        "",
        "1 of 1 test passed",
    ]


def test_hostile_names_are_shown_not_obeyed(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """Names of students, files and problems cannot break a row or colour it."""
    name = "\x1b[31m\n\u202e[bold]"
    shown = r"\x1b[31m\n\u202e[bold]"
    test = sample("hidden", outcome=Outcome.TIMEOUT, category=name, id=name)
    record = result(test, student=name, problem=name, submission=name)
    text = draw(grade_view(summarise([record]), only=record, wrote=[name]), width=200)
    lines = text.splitlines()
    assert lines[0] == (
        f"Gradient check for a backward pass  {shown} · {shown} · {shown}"
    )
    assert f"  ✗ A secret sentence.  {shown}" in lines
    assert f"  │ test      {shown}" in lines
    assert lines[-1] == f"wrote {shown}"
    table = draw(grade_view(summarise([record])), width=120).splitlines()
    assert table[3].startswith(f"{shown}       1 ")
    assert table[6] == f"  1  ran out of time  {shown}  {shown}"


def test_what_is_ours_is_yellow(
    course: list[Result], draw_in_color: Callable[..., str]
) -> None:
    """Counts without a mark stand out, and so does the line of the end."""
    text = draw_in_color(grade_view(summarise(course)))
    assert "\x1b[33mLook at these\x1b[0m" in text
    assert "\x1b[1;33m13 of 15 graded, 1 not graded, 1 missing\x1b[0m" in text
    fine = draw_in_color(grade_view(summarise(course[:5])))
    assert "\x1b[1;32m5 of 5 graded\x1b[0m" in fine
