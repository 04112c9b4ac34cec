"""The part of the report that unfolds: one submission with its categories and tests."""

from collections.abc import Iterator
from html import escape

from grader.export.text import counted, points, seconds, visible, visible_lines
from grader.model import Failure, Outcome, Result, Status, TestResult

__all__ = ["details"]


def details(result: Result, anchor: str) -> Iterator[str]:
    """Yield the folded block of one submission; ``anchor`` is its id in the page.

    The id is on the hidden part, because a browser unfolds what a link points into.
    """
    yield f"<details>\n<summary>{_summary(result)}</summary>\n"
    yield f'<div id="{anchor}">\n'
    yield _list(_facts(result))
    yield from _categories(result)
    yield from _tests(result)
    yield "</div>\n</details>\n"


def _summary(result: Result) -> str:
    mark = result.status.value.replace("_", " ")
    if result.status is Status.GRADED:
        mark = f"{points(result.score)} of {points(result.max_score)}"
    return (
        f"<strong>{_text(result.student)}</strong> · {_text(result.problem)} · {mark}"
    )


def _facts(result: Result) -> Iterator[tuple[str, str]]:
    if result.fault is not None:
        where = "" if result.fault.line is None else f", line {result.fault.line}"
        yield (
            f"{result.fault.kind.value.replace('_', ' ')}{where}",
            result.fault.message,
        )
        if result.fault.source is not None:
            yield "source", result.fault.source
    yield "submission", result.submission
    if result.submission_digest is not None:
        yield "digest", result.submission_digest
    yield "problem", f"{result.problem_title}, {result.problem_digest}"
    seed = "" if result.seed is None else f", seed {result.seed}"
    yield "run", f"isolation {result.isolation}{seed}, {seconds(result.wall_seconds)}"
    yield "versions", ", ".join(f"{k} {v}" for k, v in result.versions.items())


def _categories(result: Result) -> Iterator[str]:
    if not result.categories:
        return
    yield "<table>\n<caption>Categories</caption>\n<thead><tr>"
    for column in ("category", "points", "of", "tests passed", "hint"):
        side = "" if column in ("category", "hint") else ' class="n"'
        yield f'<th scope="col"{side}>{column}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for each in result.categories:
        lost = each.passed < each.total
        yield f'<tr><th scope="row">{_text(each.title)}</th>'
        yield f'<td class="n">{points(each.score)}</td>'
        yield f'<td class="n">{points(each.max_score)}</td>'
        yield f'<td class="n">{each.passed} of {each.total}</td>'
        yield f"<td>{_text(each.hint) if lost else ''}</td></tr>\n"
    yield "</tbody>\n</table>\n"


def _tests(result: Result) -> Iterator[str]:
    passed = [each for each in result.tests if each.outcome is Outcome.PASSED]
    for test in result.tests:
        if test.outcome is not Outcome.PASSED:
            yield from _lost(test)
    if passed:
        yield f'<p class="good">{counted(len(passed), "test")} passed:</p>\n<ul>\n'
        for test in passed:
            yield f"<li>{_text(test.title or test.id)}{_printed(test)}</li>\n"
        yield "</ul>\n"


def _lost(test: TestResult) -> Iterator[str]:
    word = "example" if test.visible else test.category or "no category"
    yield f'<p><strong class="bad">{test.outcome.value}</strong> '
    yield f'{_text(test.title or test.id)} <span class="dim">{_text(word)}</span></p>\n'
    yield _list(_fields(test))


def _fields(test: TestResult) -> Iterator[tuple[str, str]]:
    failure = test.failure or Failure()
    yield "test", test.id
    if not test.visible:
        yield "points", f"{points(test.points)} of {points(test.max_points)}"
    named = (
        ("message", test.message or None),
        ("input", failure.call),
        ("expected", failure.expected),
        ("got", failure.got),
        ("differs", failure.differs),
        ("allowed", failure.allowed),
        ("hint", failure.hint),
        ("at line", None if failure.line is None else str(failure.line)),
        ("source", failure.source),
    )
    yield from ((name, value) for name, value in named if value is not None)
    yield from _streams(test)


def _streams(test: TestResult) -> Iterator[tuple[str, str]]:
    for name, text in (("stdout", test.output.stdout), ("stderr", test.output.stderr)):
        if text:
            cap = f"{name}, cut" if test.output.truncated else name
            yield cap, text


def _printed(test: TestResult) -> str:
    streams = list(_streams(test))
    return _list(iter(streams)) if streams else ""


def _list(fields: Iterator[tuple[str, str]]) -> str:
    rows = (f"<dt>{_text(name)}</dt><dd>{_block(value)}</dd>" for name, value in fields)
    return f"<dl>{''.join(rows)}</dl>\n"


def _block(text: str) -> str:
    lines = visible_lines(text.removesuffix("\n"))
    return f"<pre>{escape(chr(10).join(lines))}</pre>"


def _text(text: str) -> str:
    return escape(visible(text))
