"""The sentences that the terminal and the report share."""

from collections.abc import Sequence

from grader.export.summary import Counts, Notice, NoticeKind, Summary
from grader.export.text import counted, visible

__all__ = ["LABELS", "NO_ISOLATION", "detail", "graded_line", "headline", "isolation"]

LABELS = {
    NoticeKind.NOT_GRADED: "not graded",
    NoticeKind.TIMEOUT: "ran out of time",
    NoticeKind.MEMORY: "out of memory",
    NoticeKind.CRASHED: "process died",
    NoticeKind.OUTPUT: "printed too much",
    NoticeKind.PROTOCOL: "broke the protocol",
    NoticeKind.MISSING: "nothing handed in",
    NoticeKind.SYNTAX: "syntax error",
    NoticeKind.ENCODING: "not readable as text",
    NoticeKind.IMPORT: "import failed",
    NoticeKind.MISSING_FUNCTION: "no function defined",
    NoticeKind.NOBODY_PASSES: "test nobody passes",
    NoticeKind.LOST_CATEGORY: "most often lost",
}

NO_ISOLATION = (
    "isolation none: values and reports are kept apart, but a submission could read "
    "this disk and signal other programs"
)

_SHOWN = 5


def headline(summary: Summary) -> str:
    """Return what a run was about, without its isolation."""
    names = [each.problem for each in summary.problems]
    what = visible(names[0]) if len(names) == 1 else counted(len(names), "problem")
    students = counted(summary.students, "student")
    return f"{what} · {students} · {counted(summary.counts.submissions, 'submission')}"


def isolation(levels: Sequence[str]) -> str:
    """Return the levels at which submissions ran, one as a rule."""
    return f"isolation {', '.join(map(visible, levels)) or 'not used'}"


def graded_line(counts: Counts) -> str:
    """Return how many submissions have a mark, and what became of the others."""
    parts = [f"{counts.graded} of {counts.submissions} graded"]
    if counts.not_graded:
        parts.append(f"{counts.not_graded} not graded")
    if counts.missing:
        parts.append(f"{counts.missing} missing")
    return ", ".join(parts)


def detail(notice: Notice) -> str:
    """Return whom or what a notice is about."""
    what = visible(notice.what)
    if notice.kind is NoticeKind.NOBODY_PASSES:
        return f'"{what}" 0 of {notice.of}: is the test right?'
    if notice.kind is NoticeKind.LOST_CATEGORY:
        return f'"{what}" by {notice.count} of {notice.of}'
    who = _names(notice.students)
    if notice.kind is NoticeKind.NOT_GRADED:
        reason = f": {what}" if what else ""
        return f"{who} · the grader's fault, not a zero{reason}"
    return who


def _names(students: Sequence[str]) -> str:
    shown = ", ".join(visible(name) for name in students[:_SHOWN])
    more = len(students) - _SHOWN
    return f"{shown} and {more} more" if more > 0 else shown
