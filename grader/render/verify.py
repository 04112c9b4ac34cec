"""The view of `grader verify`: what was checked, each fault, and what mistakes lose."""

from collections.abc import Iterator, Sequence

from grader.export.text import counted, seconds
from grader.export.verification import AuthorFault, Check, Kill, Verification
from grader.render.layout import BLANK, Line, View
from grader.render.matrix import Mark, Matrix
from grader.render.table import Column, Table

__all__ = ["total_view", "verify_view"]


def verify_view(
    found: Verification, *, matrix: bool = True, tests: bool = False
) -> View:
    """Return what `grader verify` prints for one problem.

    Parameters
    ----------
    found
        The record of the problem.
    matrix
        Whether to show which categories each wrong file loses.
    tests
        Whether to show which hidden tests each wrong file fails instead.
    """
    view: View = [_header(found), BLANK, *map(_check, found.checks)]
    if found.faults:
        view += [BLANK, *(line for fault in found.faults for line in _fault(fault))]
    if tests and found.kills:
        view += [BLANK, _by_test(found), BLANK, _legend(found)]
    elif matrix and found.kills:
        view += [BLANK, _by_category(found)]
    return [*view, BLANK, _verdict(found)]


def total_view(problems: Sequence[Verification], broken: Sequence[str] = ()) -> View:
    """Return the last line of a run on several problems."""
    fair = sum(each.fair for each in problems)
    total = len(problems) + len(broken)
    style = "bold green" if fair == total else "bold red"
    unfair = [each.problem for each in problems if not each.fair]
    rest = f"; not fair: {', '.join(unfair)}" if unfair else ""
    rest += f"; not fit to use: {', '.join(broken)}" if broken else ""
    return [Line(((f"{fair} of {counted(total, 'problem')} fair", style), (rest, "")))]


def _header(found: Verification) -> Line:
    about = f"  {found.problem} · isolation {found.isolation}"
    return Line(((found.problem_title, "bold"), (about, "dim")))


def _check(check: Check) -> Line:
    mark = ("✓", "green") if check.passed else ("✗", "red")
    style = "" if check.passed else "bold"
    head = (("  ", ""), mark, (" ", ""))
    return Line(((check.claim, style),), head=head, rest=(("    ", ""),))


def _fault(fault: AuthorFault) -> Iterator[Line]:
    head = (("  ", ""), ("✗", "red"), (" ", ""))
    parts = ((f"{fault.place}  ", "bold"), (fault.found, ""))
    yield Line(parts, head=head, rest=(("    ", ""),))
    yield Line(
        ((fault.do, ""),), head=(("    do: ", "cyan"),), rest=(("        ", ""),)
    )


def _by_category(found: Verification) -> Matrix:
    names = found.categories
    killed = [sum(name in kill.lost for kill in found.kills) for name in names]
    named = [
        sum(name in kill.lost and name in kill.named for kill in found.kills)
        for name in names
    ]
    return Matrix(
        columns=names,
        rows=[
            (kill.name, [_mark(kill, name, name in kill.lost) for name in names])
            for kill in found.kills
        ],
        totals=[("killed by", killed), ("by name", named)],
    )


def _by_test(found: Verification) -> Matrix:
    tests = found.hidden_tests
    return Matrix(
        columns=[f"H{number}" for number in range(1, len(tests) + 1)],
        rows=[
            (
                kill.name,
                [_mark(kill, test.category, test.id in kill.failed) for test in tests],
            )
            for kill in found.kills
        ],
        totals=[
            (
                "killed by",
                [sum(test.id in kill.failed for kill in found.kills) for test in tests],
            )
        ],
    )


def _mark(kill: Kill, category: str | None, lost: bool) -> Mark:
    """Return the mark of a test or category; ✗ only where all of a category is kept."""
    if category in kill.named and category not in kill.lost:
        return Mark.KEPT
    if not lost:
        return Mark.NONE
    return Mark.NAMED if category in kill.named else Mark.BESIDES


def _legend(found: Verification) -> Table:
    columns = [Column(""), Column("", wraps=True), Column("")]
    rows = [
        [(f"H{number}", ""), (test.id, ""), (test.category or "no category", "dim")]
        for number, test in enumerate(found.hidden_tests, 1)
    ]
    return Table(columns=columns, rows=rows, headings=False, indent=2)


def _verdict(found: Verification) -> Line:
    if found.fair:
        word = (f"{found.problem} is fair", "bold green")
    else:
        faults = counted(len(found.faults), "fault")
        word = (f"{found.problem} is not fair: {faults}", "bold red")
    tests = counted(len(found.hidden_tests) + found.examples, "test")
    run = f"{found.right} right, {found.wrong} wrong, {counted(found.runs, 'run')}"
    time = seconds(found.wall_seconds)
    separator = ": " if found.fair else " · "
    return Line((word, (f"{separator}{tests}, {run} in {time}", "")))
