"""The report of a run as one plain page: no network, no script, light and dark.

Every text goes through `_text`, which escapes it and makes control and bidirectional
characters visible.
"""

from collections.abc import Callable, Iterable, Iterator
from html import escape
from typing import TextIO

from grader.export import wording
from grader.export.html_details import details
from grader.export.summary import Notice, ProblemSummary, Summary
from grader.export.text import points, seconds, visible
from grader.model import Result, Status

__all__ = ["write"]

_NONE = "\N{EN DASH}"

_STYLE = """
:root { color-scheme: light dark; --ink: #1b1b1b; --paper: #fff; --dim: #595959;
  --line: #d0d0d0; --good: #1a6b2f; --bad: #b3261e; --warn: #7a5200; }
@media (prefers-color-scheme: dark) { :root { --ink: #e6e6e6; --paper: #16181c;
  --dim: #a8a8a8; --line: #44474d; --good: #7fd08f; --bad: #ff8a80; --warn: #f0c060; } }
body { font: 16px/1.5 system-ui, sans-serif; color: var(--ink);
  background: var(--paper); max-width: 70rem; margin: 0 auto; padding: 1rem; }
table { border-collapse: collapse; margin: 1rem 0; }
caption { text-align: left; font-weight: bold; padding: .25rem 0; }
th, td { text-align: left; vertical-align: top; padding: .2rem .8rem .2rem 0;
  border-bottom: 1px solid var(--line); }
td { overflow-wrap: anywhere; }
td.n, th.n { text-align: right; font-variant-numeric: tabular-nums;
  overflow-wrap: normal; }
div.wide { overflow-x: auto; }
a { color: inherit; }
details { border-bottom: 1px solid var(--line); padding: .3rem 0; }
summary { cursor: pointer; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0 1rem;
  margin: .3rem 0 .8rem 1rem; }
dt, .dim { color: var(--dim); }
dd { margin: 0; }
pre, code { font: .9em/1.4 ui-monospace, monospace; white-space: pre-wrap;
  overflow-wrap: anywhere; margin: 0; }
.good { color: var(--good); } .bad { color: var(--bad); } .warn { color: var(--warn); }
@media print { body { max-width: none; }
  details::details-content { content-visibility: visible; block-size: auto; }
  tr, dl { break-inside: avoid; } div.wide { overflow: visible; } }
"""

_HEAD = f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta http-equiv="Content-Security-Policy"
 content="default-src 'none'; style-src 'unsafe-inline'">
<title>Grading report</title>
<style>{_STYLE}</style>
</head>
<body>
<main>
<h1>Grading report</h1>
"""

_TAIL = "</main>\n</body>\n</html>\n"

_Columns = Iterable[tuple[str, bool]]  # a heading, and whether numbers stand below it

_PROBLEMS: _Columns = (
    ("problem", False),
    ("graded", True),
    ("full", True),
    ("part", True),
    ("zero", True),
    ("not graded", True),
    ("missing", True),
    ("median share", True),
    ("95 % took at most", True),
)
_NOTICES: _Columns = (
    ("how many", True),
    ("what", False),
    ("problem", False),
    ("whom or which", False),
)
_SUBMISSIONS: _Columns = (
    ("student", False),
    ("problem", False),
    ("status", False),
    ("score", True),
    ("of", True),
    ("time", True),
    ("remark", False),
)


def write(
    stream: TextIO, summary: Summary, read: Callable[[], Iterable[Result]]
) -> None:
    """Write the page piece by piece.

    Parameters
    ----------
    stream
        Open for text in UTF-8.
    summary
        Of the same records.
    read
        Returns the records; called twice, for the table and for the details.
    """
    stream.write(_HEAD)
    stream.writelines(_overview(summary))
    stream.writelines(_submissions(read()))
    stream.write("<h2>Submissions in detail</h2>\n")
    for number, result in enumerate(read()):
        stream.writelines(details(result, _anchor(number)))
    stream.write(_TAIL)


def _overview(summary: Summary) -> Iterator[str]:
    counts = summary.counts
    levels = wording.isolation(summary.isolation)
    yield f"<p>{escape(wording.headline(summary))} · {escape(levels)}</p>\n"
    yield f"<p><strong>{escape(wording.graded_line(counts))}</strong>"
    yield f" · {seconds(counts.wall_seconds)}</p>\n"
    if "none" in summary.isolation:
        yield f'<p class="warn">{escape(wording.NO_ISOLATION)}</p>\n'
    yield from _table("Problems", _PROBLEMS, map(_problem, summary.problems))
    if summary.notices:
        yield from _table("Look at these", _NOTICES, map(_notice, summary.notices))


def _submissions(results: Iterable[Result]) -> Iterator[str]:
    rows = (_row(result, _anchor(number)) for number, result in enumerate(results))
    yield from _table("Submissions", _SUBMISSIONS, rows)


def _problem(problem: ProblemSummary) -> list[str]:
    counts, share, p95 = problem.counts, problem.median_share, problem.p95_seconds
    numbers = (
        counts.graded,
        counts.full,
        counts.partial,
        counts.zero,
        counts.not_graded,
        counts.missing,
        _NONE if share is None else f"{share:.2f}",
        _NONE if p95 is None else seconds(p95),
    )
    return [_head(problem.problem), *(_number(str(each)) for each in numbers)]


def _notice(notice: Notice) -> list[str]:
    label, about = wording.LABELS[notice.kind], wording.detail(notice)
    return [
        _number(str(notice.count)),
        _head(label),
        *map(_cell, (notice.problem, about)),
    ]


def _row(result: Result, anchor: str) -> list[str]:
    graded = result.status is Status.GRADED
    fault = "" if result.fault is None else result.fault.message
    link = f'<a href="#{anchor}">{_text(result.student)}</a>'
    return [
        f'<th scope="row">{link}</th>',
        _cell(result.problem),
        _cell(result.status.value.replace("_", " ")),
        _number(points(result.score) if graded else _NONE),
        _number(points(result.max_score)),
        _number(seconds(result.wall_seconds)),
        _cell(fault),
    ]


def _table(caption: str, columns: _Columns, rows: Iterable[list[str]]) -> Iterator[str]:
    # A region that scrolls must be reachable by keyboard, and named.
    yield f'<div class="wide" role="region" tabindex="0" aria-label="{caption}">\n'
    yield f"<table>\n<caption>{caption}</caption>\n<thead><tr>"
    for heading, number in columns:
        side = ' class="n"' if number else ""
        yield f'<th scope="col"{side}>{escape(heading)}</th>'
    yield "</tr></thead>\n<tbody>\n"
    for row in rows:
        yield f"<tr>{''.join(row)}</tr>\n"
    yield "</tbody>\n</table>\n</div>\n"


def _head(text: str) -> str:
    return f'<th scope="row">{_text(text)}</th>'


def _cell(text: str) -> str:
    return f"<td>{_text(text)}</td>"


def _number(text: str) -> str:
    return f'<td class="n">{escape(text)}</td>'


def _text(text: str) -> str:
    return escape(visible(text))


def _anchor(number: int) -> str:
    return f"r{number + 1}"
