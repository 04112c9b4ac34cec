"""What a student reads after ``grader check``, letter by letter."""

import re
from collections.abc import Callable

import pytest

from grader.model import Fault, FaultKind, Outcome, Output, Result, Status, TestResult
from grader.render.check import check_view

Sample = Callable[..., TestResult]
Record = Callable[..., Result]
Draw = Callable[..., str]

HEADER = "Gradient check for a backward pass  gradient_check · gradient_check.py\n\n"


def test_some_examples_fail(result: Record, draw: Draw) -> None:
    """Each failure has one field a line, and the end says what to do next."""
    assert draw(check_view(result())) == (
        HEADER
        + """\
  ✓ A tiny gap passes.
  ✗ A flipped sign fails.
  │ input     gradient_check([1.0, -2.0], [1.0, 2.0])
  │ expected  (0.894427, False)
  │ got       (4.0, False)
  │ differs   [0] error: 4.0 for 0.894427, allowed ±0.0001% (rtol 1e-6)
  │ hint      4.0 is |a - b|. Which length do you divide it by?
  ✗ Both gradients are all zeros.
  │ input     gradient_check([0.0, 0.0], [0.0, 0.0])
  │ expected  (0.0, True)
  │ got       ZeroDivisionError: float division by zero
  │ at        gradient_check.py:8   error = gap / (norm(a) + norm(b))

1 of 3 example tests passed, 2 failed · 12 hidden tests run when you submit ·
0.31 s
next  grader hint gradient_check  ·  grader check --watch
"""
    )


def test_the_same_on_a_narrow_terminal(result: Record, draw: Draw) -> None:
    """Long values go on below where they began, behind the bar; nothing is cut."""
    assert (
        draw(check_view(result()), width=40)
        == """\
Gradient check for a backward pass
gradient_check · gradient_check.py

  ✓ A tiny gap passes.
  ✗ A flipped sign fails.
  │ input     gradient_check([1.0,
  │           -2.0], [1.0, 2.0])
  │ expected  (0.894427, False)
  │ got       (4.0, False)
  │ differs   [0] error: 4.0 for
  │           0.894427, allowed ±0.0001%
  │           (rtol 1e-6)
  │ hint      4.0 is |a - b|. Which
  │           length do you divide it
  │           by?
  ✗ Both gradients are all zeros.
  │ input     gradient_check([0.0, 0.0],
  │           [0.0, 0.0])
  │ expected  (0.0, True)
  │ got       ZeroDivisionError: float
  │           division by zero
  │ at        gradient_check.py:8
  │           error = gap / (norm(a) +
  │           norm(b))

1 of 3 example tests passed, 2 failed ·
12 hidden tests run when you submit ·
0.31 s
next  grader hint gradient_check
      ·  grader check --watch
"""
    )


def test_the_same_in_ascii(result: Record, draw: Draw) -> None:
    """Where the stream has no such characters, marks and bars are ASCII."""
    text = draw(check_view(result()), encoding="ascii")
    assert text.splitlines()[2:9] == [
        "  + A tiny gap passes.",
        "  x A flipped sign fails.",
        "  | input     gradient_check([1.0, -2.0], [1.0, 2.0])",
        "  | expected  (0.894427, False)",
        "  | got       (4.0, False)",
        "  | differs   [0] error: 4.0 for 0.894427, allowed +/-0.0001% (rtol 1e-6)",
        "  | hint      4.0 is |a - b|. Which length do you divide it by?",
    ]
    assert text.splitlines()[-3:] == [
        "1 of 3 example tests passed, 2 failed - 12 hidden tests run when you submit -",
        "0.31 s",
        "next  grader hint gradient_check  -  grader check --watch",
    ]


def test_all_examples_pass(result: Record, sample: Sample, draw: Draw) -> None:
    """When all pass, the next step is to submit."""
    view = check_view(result(sample("passed"), hidden_tests=1, wall_seconds=0.02))
    assert draw(view) == (
        HEADER
        + """\
  ✓ A tiny gap passes.

1 of 1 example test passed · 1 hidden test runs when you submit · 20 ms
next  grader submit --out gradient_check.zip
"""
    )


def test_hidden_tests_never_show(result: Record, sample: Sample, draw: Draw) -> None:
    """A record of hidden tests adds nothing to the student's view."""
    both = result(sample("passed"), sample("hidden"))
    assert draw(check_view(both)) == draw(check_view(result(sample("passed"))))


def test_a_problem_without_hidden_tests_promises_none(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """Without hidden tests there is no word of them."""
    view = check_view(result(sample("passed"), hidden_tests=0))
    assert draw(view).splitlines()[-2] == "1 of 1 example test passed · 0.31 s"


def test_only_three_failures_in_full(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """Later failures are one line each, counted, with the way to see them."""
    late = [sample("late", title=f"Test {n} is in time.") for n in range(1, 5)]
    tests = [*late, sample("skipped"), sample("late", outcome=Outcome.INTERNAL)]
    assert draw(check_view(result(*tests))) == (
        HEADER
        + """\
  ✗ Test 1 is in time.
  │ timeout   5 s of wall time ran out
  ✗ Test 2 is in time.
  │ timeout   5 s of wall time ran out
  ✗ Test 3 is in time.
  │ timeout   5 s of wall time ran out
  ✗ Test 4 is in time.
  \N{EN DASH} The error is a float and ok is a bool.  skipped: needs torch
  ! A million entries are compared in one go.
  +2 more in full: --all

0 of 6 example tests passed, 4 failed, 1 skipped, 1 not run (the grader's fault)
· 12 hidden tests run when you submit · 0.31 s
next  grader hint gradient_check  ·  grader check --watch
"""
    )


def test_all_failures_in_full_if_asked(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """With --all, no failure is shortened."""
    view = check_view(result(*[sample("late")] * 5), show_all=True)
    assert draw(view).count("5 s of wall time ran out") == 5
    assert "--all" not in draw(view)


def test_printed_lines_are_shown_apart_and_counted(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """Output is under its test, ten lines of it; the rest is counted, not dropped."""
    lines = "".join(f"{n}\n" for n in range(1, 13))
    output = Output(stdout=lines, stderr="\tcareful\n", truncated=True)
    view = check_view(result(sample("passed", stdout="hi\n"), sample("late")))
    assert draw(view).splitlines()[2:4] == [
        "  ✓ A tiny gap passes.",
        "  │ stdout    hi",
    ]
    full = check_view(result(sample("late", output=output)))
    assert draw(full).splitlines()[2:18] == [
        "  ✗ A million entries are compared in one go.",
        "  │ timeout   5 s of wall time ran out",
        "  │ stdout    1",
        *(f"  │           {n}" for n in range(2, 11)),
        "  │           … 2 more lines: --all",
        "  │ stderr        careful",
        "  │           printed more than is kept; the rest is lost",
        "",
    ]
    everything = draw(check_view(result(sample("late", output=output)), show_all=True))
    assert "  │           12\n" in everything


def test_a_fault_is_one_clear_line(result: Record, draw: Draw) -> None:
    """A file that cannot run shows where and why, its line, and no test."""
    fault = Fault(
        kind=FaultKind.SYNTAX,
        message="SyntaxError: '(' was never closed",
        line=3,
        source="    return (a - b\n",
    )
    assert draw(check_view(result(fault=fault))) == (
        HEADER
        + """\
  ✗ gradient_check.py:3  SyntaxError: '(' was never closed
  │     return (a - b

no example test could run · 12 hidden tests run when you submit · 0.31 s
next  grader check --watch
"""
    )


def test_a_fault_without_a_line(result: Record, draw: Draw) -> None:
    """Where no line is known, the file alone is named."""
    fault = Fault(kind=FaultKind.CRASHED, message="the process died (signal 11)")
    lines = draw(check_view(result(fault=fault))).splitlines()
    assert lines[2] == "  ✗ gradient_check.py  the process died (signal 11)"


@pytest.mark.parametrize(
    ("status", "kind", "lines"),
    [
        (
            Status.MISSING,
            FaultKind.MISSING,
            [
                "  ! gradient_check.py  not so",
                "",
                "nothing to check · 12 hidden tests run when you submit · 0.31 s",
                "next  grader start gradient_check",
            ],
        ),
        (
            Status.NOT_GRADED,
            FaultKind.INTERNAL,
            [
                "  ! gradient_check.py  not so",
                "",
                "not checked: the grader's fault, not yours "
                "· 12 hidden tests run when you submit",
                "· 0.31 s",
                "next  grader doctor",
            ],
        ),
    ],
)
def test_what_was_not_checked_is_no_failure(
    result: Record, draw: Draw, status: Status, kind: FaultKind, lines: list[str]
) -> None:
    """No file and a fault of ours are said as such, without the mark of a failure."""
    record = result(status=status, fault=Fault(kind=kind, message="not so"), tests=())
    assert draw(check_view(record)).splitlines()[2:] == lines


def test_not_graded_without_a_reason(result: Record, draw: Draw) -> None:
    """A status without a fault still shows as what it is."""
    view = check_view(result(status=Status.NOT_GRADED))
    assert draw(view).splitlines()[2] == "  ! gradient_check.py  not graded"


HOSTILE = "\x1b[2J\u202e[bold]x[/bold] :smile: \x00\udc80\r"
SHOWN = r"\x1b[2J\u202e[bold]x[/bold] :smile: \x00\udc80\r"


def test_hostile_text_is_shown_not_obeyed(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """Escape sequences, overrides and markup in any text appear as they are written."""
    failure = dict.fromkeys(("call", "expected", "got", "hint", "source"), HOSTILE)
    base = sample("wrong").failure
    test = sample("wrong", title=HOSTILE, failure=type(base)(**failure), stdout=HOSTILE)
    assert (
        draw(check_view(result(test, problem_title=HOSTILE)))
        == f"""\
{SHOWN}  gradient_check ·
gradient_check.py

  ✗ {SHOWN}
  │ failed    [0] error: 4.0 for 0.894427
  │ input     {SHOWN}
  │ expected  {SHOWN}
  │ got       {SHOWN}
  │ hint      {SHOWN}
  │ at        gradient_check.py   {SHOWN.removesuffix(chr(92) + "r")}
  │ stdout    {SHOWN}

0 of 1 example test passed, 1 failed · 12 hidden tests run when you submit ·
0.31 s
next  grader hint gradient_check  ·  grader check --watch
"""
    )


def test_a_text_of_several_lines_stays_behind_the_bar(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """No text can begin a line of its own and so pass for one of ours."""
    failure = type(sample("wrong").failure)(got="1\n  ✓ All tests passed.")
    view = check_view(result(sample("wrong", message="", failure=failure)))
    assert draw(view).splitlines()[3:5] == [
        "  │ got       1",
        "  │             ✓ All tests passed.",
    ]


def test_the_differing_part_is_red(
    result: Record, sample: Sample, draw_in_color: Callable[..., str]
) -> None:
    """Only the wrong number is red where it can be found, else the whole value."""
    text = draw_in_color(check_view(result()))
    assert "(\x1b[31m4.0\x1b[0m, False)" in text
    assert "\x1b[31mZeroDivisionError: float division by zero\x1b[0m" in text
    twice = type(sample("wrong").failure)(got="(4.0, 4.0)", differs="[0]: 4.0 for 1.0")
    assert "\x1b[31m(4.0, 4.0)\x1b[0m" in draw_in_color(
        check_view(result(sample("wrong", failure=twice)))
    )


def test_colour_is_never_alone(
    result: Record, draw: Draw, draw_in_color: Callable[..., str]
) -> None:
    """Without its escape sequences the coloured text is the plain one."""
    coloured = draw_in_color(check_view(result()))
    assert re.sub(r"\x1b\[[0-9;]*m", "", coloured) == draw(check_view(result()))


def test_a_message_that_repeats_a_field_is_left_out(
    result: Record, sample: Sample, draw: Draw
) -> None:
    """A message is shown unless a field says the same."""
    kept = draw(check_view(result(sample("wrong", message="Divide by the lengths."))))
    assert "  │ failed    Divide by the lengths.\n" in kept
    longer = "[0] error: 4.0 for 0.894427, allowed ±0.0001%"
    assert "│ failed" not in draw(check_view(result(sample("wrong", message=longer))))


def test_the_header_names_the_file_alone(result: Record, draw: Draw) -> None:
    """Folders are left out, whichever way they are written."""
    view = check_view(result(submission="C:\\work\\gradient_check.py"))
    assert draw(view).startswith(HEADER)


def test_no_examples_is_said(result: Record, sample: Sample, draw: Draw) -> None:
    """A problem without examples does not claim that they passed."""
    view = check_view(result(sample("hidden")))
    assert draw(view).splitlines()[-2] == (
        "no example tests · 12 hidden tests run when you submit · 0.31 s"
    )
