"""The view of ``grader grade``: a run in numbers, or one submission in full.

The instructor's view: it shows hidden tests and their values.
"""

from collections.abc import Iterator, Sequence

from rich.console import RenderableType

from grader.export import wording
from grader.export.summary import Counts, Notice, NoticeKind, ProblemSummary, Summary
from grader.export.text import counted, points, seconds, visible
from grader.model import CategoryResult, Outcome, Result, Status, TestResult
from grader.render.check import fault_lines, file_name
from grader.render.fields import entry, field, fields, printed
from grader.render.layout import BLANK, Line, Part, View
from grader.render.table import Column, Table

__all__ = ["grade_view", "submission_view"]

_NONE = "\N{EN DASH}"
_OURS = (NoticeKind.NOT_GRADED, NoticeKind.PROTOCOL)


def grade_view(
    summary: Summary, *, only: Result | None = None, wrote: Sequence[str] = ()
) -> View:
    """Return what `grader grade` prints when it is done.

    Parameters
    ----------
    summary
        Of all records of the run.
    only
        The record of a run of one submission: shown in full instead of the tables.
    wrote
        The files that were written, as the person should see them.
    """
    if only is not None:
        return [*submission_view(only), BLANK, *_end(summary.counts, wrote)]
    view: View = [*_header(summary), BLANK, _problems(summary.problems), BLANK]
    if summary.notices:
        view += [Line((("Look at these", "yellow"),)), _notices(summary.notices), BLANK]
    return view + list(_end(summary.counts, wrote))


def submission_view(result: Result) -> View:
    """Return one submission in full: categories, then each lost test."""
    view: View = [_title(result), _score(result)]
    view += _isolation_warning([result.isolation])
    if result.fault is not None or result.status is not Status.GRADED:
        return [*view, BLANK, *fault_lines(result)]
    if result.categories:
        view += [BLANK, _categories(result.categories)]
    lost = [test for test in result.tests if test.outcome is not Outcome.PASSED]
    for test in lost:
        view += [BLANK, *_lost(test, file_name(result))]
    return [*view, BLANK, Line(((_passed(result.tests), ""),))]


def _header(summary: Summary) -> Iterator[Line]:
    levels = wording.isolation(summary.isolation)
    yield Line(((wording.headline(summary), "bold"), (f" · {levels}", "dim")))
    yield from _isolation_warning(summary.isolation)


def _isolation_warning(levels: Sequence[str]) -> Iterator[Line]:
    if "none" in levels:
        yield Line(((wording.NO_ISOLATION, "yellow"),))


def _problems(problems: Sequence[ProblemSummary]) -> RenderableType:
    """Return the table; the columns of what has no mark only where there is any."""
    columns = [
        Column("problem", wraps=True),
        *(Column(n, number=True) for n in _headings(problems)),
    ]
    rows = [
        [(visible(each.problem), ""), *_numbers(each, problems)] for each in problems
    ]
    return Table(columns=columns, rows=rows)


def _headings(problems: Sequence[ProblemSummary]) -> list[str]:
    rare = [name.replace("_", "\n") for name in _rare(problems)]
    return ["graded", "full", "part", "zero", *rare, "median", "p95"]


def _rare(problems: Sequence[ProblemSummary]) -> list[str]:
    names = ["not_graded", "missing"]
    return [n for n in names if any(getattr(each.counts, n) for each in problems)]


def _numbers(
    problem: ProblemSummary, problems: Sequence[ProblemSummary]
) -> Iterator[Part]:
    counts, share, p95 = problem.counts, problem.median_share, problem.p95_seconds
    for number in (counts.graded, counts.full, counts.partial, counts.zero):
        yield str(number), ""
    for name in _rare(problems):
        number = getattr(counts, name)
        yield str(number), "yellow" if number else ""
    yield _NONE if share is None else f"{share:.2f}", ""
    yield _NONE if p95 is None else seconds(p95), ""


def _notices(notices: Sequence[Notice]) -> RenderableType:
    columns = [Column("", number=True), Column(""), Column(""), Column("", wraps=True)]
    rows = [
        [
            (str(each.count), "yellow" if each.kind in _OURS else ""),
            (wording.LABELS[each.kind], ""),
            (visible(each.problem), ""),
            (wording.detail(each), ""),
        ]
        for each in notices
    ]
    return Table(columns=columns, rows=rows, headings=False, indent=2)


def _end(counts: Counts, wrote: Sequence[str]) -> Iterator[Line]:
    style = "bold yellow" if counts.not_graded else "bold green"
    time = f" · {seconds(counts.wall_seconds)}"
    yield Line(((wording.graded_line(counts), style), (time, "")))
    if wrote:
        names = ", ".join(visible(name) for name in wrote)
        yield Line(((names, ""),), head=(("wrote ", "dim"),), rest=(("      ", ""),))


def _title(result: Result) -> Line:
    names = (result.problem, result.student, result.submission)
    about = " · ".join(visible(name) for name in names)
    return Line(((result.problem_title, "bold"), (f"  {about}", "dim")))


def _score(result: Result) -> Line:
    if result.status is Status.GRADED:
        mark = f"{points(result.score)} of {points(result.max_score)} points"
    else:
        mark = f"{result.status.value.replace('_', ' ')}: no mark"
    run = [wording.isolation([result.isolation])]
    if result.seed is not None:
        run.append(f"seed {result.seed}")
    run.append(seconds(result.wall_seconds))
    return Line(((mark, "bold"), (f" · {' · '.join(run)}", "dim")))


def _categories(categories: Sequence[CategoryResult]) -> RenderableType:
    columns = [
        Column(""),
        Column("category", wraps=True),
        Column("points", number=True),
        Column("tests", number=True),
    ]
    return Table(
        columns=columns, rows=[_category(each) for each in categories], indent=2
    )


def _category(category: CategoryResult) -> list[Part]:
    lost = category.passed < category.total
    return [
        ("✗", "red") if lost else ("✓", "green"),
        (visible(category.title), "bold" if lost else ""),
        (f"{points(category.score)} of {points(category.max_score)}", ""),
        (f"{category.passed} of {category.total}", ""),
    ]


def _lost(test: TestResult, name: str) -> Iterator[Line]:
    where = "example" if test.visible else test.category or "no category"
    yield entry(test, note=visible(where))
    yield field("test", (visible(test.id), ""))
    if not test.visible:
        share = f"{points(test.points)} of {points(test.max_points)}"
        yield field("points", (share, ""))
    yield from fields(test, name)
    yield from printed(test, show_all=True)
    times = f"{seconds(test.wall_seconds)} wall, {seconds(test.cpu_seconds)} processor"
    yield field("time", (times, ""))


def _passed(tests: Sequence[TestResult]) -> str:
    passed = sum(test.outcome is Outcome.PASSED for test in tests)
    return f"{passed} of {counted(len(tests), 'test')} passed"
