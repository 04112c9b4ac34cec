"""The sentences that the terminal and the report share."""

from collections.abc import Callable

import pytest

from grader.export import wording
from grader.export.summary import Counts, Notice, NoticeKind, summarise
from grader.model import Result


def notice(kind: NoticeKind, *students: str, what: str = "") -> Notice:
    return Notice(kind=kind, problem="p", count=2, of=9, students=students, what=what)


def test_every_kind_of_notice_has_words() -> None:
    """No kind was forgotten."""
    assert list(wording.LABELS) == list(NoticeKind)


@pytest.mark.parametrize(
    ("about", "text"),
    [
        (notice(NoticeKind.MISSING, "s1", "Ada\x1b"), r"s1, Ada\x1b"),
        (notice(NoticeKind.TIMEOUT, *"abcde"), "a, b, c, d, e"),
        (notice(NoticeKind.TIMEOUT, *"abcdefg"), "a, b, c, d, e and 2 more"),
        (
            notice(NoticeKind.NOT_GRADED, "s1", what="no memory"),
            "s1 · the grader's fault, not a zero: no memory",
        ),
        (
            notice(NoticeKind.NOT_GRADED, "s1"),
            "s1 · the grader's fault, not a zero",
        ),
        (
            notice(NoticeKind.NOBODY_PASSES, what="Two zeros agree."),
            '"Two zeros agree." 0 of 9: is the test right?',
        ),
        (notice(NoticeKind.LOST_CATEGORY, what="Formula"), '"Formula" by 2 of 9'),
    ],
)
def test_a_notice_says_whom_it_is_about(about: Notice, text: str) -> None:
    """Students are named, five at most with the others counted; so is the reason."""
    assert wording.detail(about) == text


def test_the_line_of_the_end() -> None:
    """What has no mark is said in words, and only where there is any."""
    counts = Counts(submissions=9, graded=6, not_graded=1, missing=2)
    assert wording.graded_line(counts) == "6 of 9 graded, 1 not graded, 2 missing"
    assert wording.graded_line(Counts(submissions=1, graded=1)) == "1 of 1 graded"


def test_the_line_of_the_head(result: Callable[..., Result]) -> None:
    """One problem is named, several are counted."""
    one, other = result(), result(problem="dropout", student="s2")
    assert [wording.headline(summarise(each)) for each in ([one], [one, other])] == [
        "gradient_check · 1 student · 1 submission",
        "2 problems · 2 students · 2 submissions",
    ]


def test_the_level_of_isolation_is_always_said() -> None:
    """All levels of a run are named, and so is a run that had no need of one."""
    texts = [wording.isolation(each) for each in ((), ("full",), ("flat", "full"))]
    assert texts == ["isolation not used", "isolation full", "isolation flat, full"]
