"""The view of ``grader check``: a student's examples, and what to do next."""

from collections import Counter
from collections.abc import Iterator, Sequence

from grader.export.text import counted, seconds
from grader.model import Outcome, Result, Status, TestResult
from grader.render.fields import cut, entry, fields, printed
from grader.render.layout import BLANK, Line, Part, View

__all__ = ["check_view", "fault_lines", "file_name"]

_IN_FULL = 3  # failures; more at a time are rarely read


def check_view(
    result: Result, *, show_all: bool = False, watched: bool = False
) -> View:
    """Return what `grader check` prints for one submission.

    Only visible tests appear, even where a record has hidden ones. The first three
    failures are given in full, with `show_all` all of them. A `watched` file is checked
    again anyway: that is no next step.
    """
    tests = [test for test in result.tests if test.visible]
    view: View = [_header(result), BLANK]
    if result.fault is not None or result.status is not Status.GRADED:
        view += fault_lines(result)
    else:
        view += _tests(tests, file_name(result), show_all)
    return [*view, BLANK, _totals(result, tests), *_next(result, tests, watched)]


def file_name(result: Result) -> str:
    """Return the last part of a submission's path."""
    return result.submission.replace("\\", "/").rpartition("/")[2]


def fault_lines(result: Result) -> Iterator[Line]:
    """Yield what kept every test of a submission from running."""
    fault = result.fault
    name = file_name(result)
    mark: Part = ("✗", "red") if result.status is Status.GRADED else ("!", "yellow")
    head = (("  ", ""), mark, (" ", ""))
    if fault is None:
        word = result.status.value.replace("_", " ")
        yield Line(((f"{name}  {word}", "bold"),), head=head, rest=(("    ", ""),))
        return
    place = name if fault.line is None else f"{name}:{fault.line}"
    parts = ((f"{place}  ", "bold"), (fault.message, mark[1]))
    yield Line(parts, head=head, rest=(("    ", ""),))
    if fault.source is not None:
        edge = (("  ", ""), ("│", mark[1]), (" ", ""))
        yield Line(((cut(fault.source.strip("\n")), ""),), head=edge, rest=edge)


def _header(result: Result) -> Line:
    about = f"{result.problem} · {file_name(result)}"
    return Line(((result.problem_title, "bold"), (f"  {about}", "dim")))


def _tests(tests: Sequence[TestResult], name: str, show_all: bool) -> Iterator[Line]:
    failures = 0
    for test in tests:
        failures += _lost(test)
        yield from _test(test, name, show_all, show_all or failures <= _IN_FULL)
    if failures > _IN_FULL and not show_all:
        yield Line(((f"  +{failures - _IN_FULL} more in full: --all", "dim"),))


def _test(test: TestResult, name: str, show_all: bool, in_full: bool) -> Iterator[Line]:
    if test.outcome is Outcome.SKIPPED:
        yield entry(
            test, note=f"skipped: {test.message}" if test.message else "skipped"
        )
        return
    yield entry(test)
    if test.outcome is Outcome.PASSED:
        yield from printed(test, show_all=show_all, bar="dim")
    elif in_full:
        yield from fields(test, name)
        yield from printed(test, show_all=show_all)


def _lost(test: TestResult) -> bool:
    return test.outcome not in (Outcome.PASSED, Outcome.SKIPPED)


def _totals(result: Result, tests: Sequence[TestResult]) -> Line:
    parts: list[Part] = [*_counts(result, tests)]
    if result.hidden_tests:
        run = "runs" if result.hidden_tests == 1 else "run"
        hidden = counted(result.hidden_tests, "hidden test")
        parts.append((f" · {hidden} {run} when you submit", ""))
    return Line((*parts, (f" · {seconds(result.wall_seconds)}", "")))


def _counts(result: Result, tests: Sequence[TestResult]) -> Iterator[Part]:
    if result.status is Status.MISSING:
        yield "nothing to check", "bold yellow"
    elif result.status is Status.NOT_GRADED:
        yield "not checked: the grader's fault, not yours", "bold yellow"
    elif result.fault is not None:
        yield "no example test could run", "bold red"
    else:
        yield from _passed(tests)


def _passed(tests: Sequence[TestResult]) -> Iterator[Part]:
    counts = Counter(test.outcome for test in tests)
    passed, skipped = counts[Outcome.PASSED], counts[Outcome.SKIPPED]
    broken = counts[Outcome.INTERNAL]
    failed = len(tests) - passed - skipped - broken
    style = "bold green" if passed == len(tests) else "bold red"
    if not tests:
        yield "no example tests", ""
        return
    yield f"{passed} of {counted(len(tests), 'example test')} passed", style
    if failed:
        yield f", {failed} failed", ""
    if skipped:
        yield f", {skipped} skipped", ""
    if broken:
        yield f", {broken} not run (the grader's fault)", ""


def _next(result: Result, tests: Sequence[TestResult], watched: bool) -> Iterator[Line]:
    passed = result.fault is None and all(t.outcome is Outcome.PASSED for t in tests)
    if result.status is Status.MISSING:
        steps = [f"grader start {result.problem}"]
    elif result.status is Status.NOT_GRADED:
        steps = ["grader doctor"]
    elif passed:
        steps = [f"grader submit --out {result.problem}.zip"]
    elif result.fault is not None:
        steps = [] if watched else ["grader check --watch"]
    else:
        watch = [] if watched else ["grader check --watch"]
        steps = [f"grader hint {result.problem}", *watch]
    if steps:
        parts = (("next  ", "dim"), ("  ·  ".join(steps), ""))
        yield Line(parts, rest=(("      ", ""),))
