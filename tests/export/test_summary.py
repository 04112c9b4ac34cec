"""Many records in few numbers."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from grader.export.summary import (
    Counts,
    Notice,
    NoticeKind,
    ProblemSummary,
    is_full,
    is_zero,
    summarise,
)
from grader.model import Fault, FaultKind, Outcome, Result, Status, TestResult


def notices(*results: Result) -> list[tuple[NoticeKind, int, int, str]]:
    found = summarise(results).notices
    return [(each.kind, each.count, each.of, each.what) for each in found]


def test_a_problem_in_numbers(
    result: Callable[..., Result], wrong: Result, missing: Result, not_graded: Result
) -> None:
    """Every submission is counted once, and times are of the graded ones."""
    half = result(score=1.0, wall_seconds=0.75)
    records = [result(), half, wrong, missing, not_graded]
    assert summarise(records).problems == (
        ProblemSummary(
            problem="gradient_check",
            counts=Counts(
                submissions=5,
                graded=3,
                not_graded=1,
                missing=1,
                full=1,
                partial=1,
                zero=1,
                wall_seconds=1.5,
            ),
            median_share=0.5,
            p95_seconds=0.75,
        ),
    )


def test_the_total_over_problems(
    result: Callable[..., Result], missing: Result
) -> None:
    """The total is the sum of the problems, its time that of the whole run if known."""
    records = [result(), result(problem="dropout"), missing]
    total = Counts(
        submissions=3, graded=2, missing=1, full=2, partial=0, zero=0, wall_seconds=0.5
    )
    summary = summarise(records)
    assert summary.counts == total
    assert summarise(records, wall_seconds=7.0).counts == replace(
        total, wall_seconds=7.0
    )
    assert [each.problem for each in summary.problems] == ["gradient_check", "dropout"]
    assert (summary.students, summary.isolation) == (2, ("full",))


def test_the_summary_of_the_json_document(result: Callable[..., Result]) -> None:
    """The document has the counts alone, overall and per problem."""
    counts = {
        "submissions": 1,
        "graded": 1,
        "not_graded": 0,
        "missing": 0,
        "full": 1,
        "partial": 0,
        "zero": 0,
        "wall_seconds": 0.25,
    }
    assert summarise([result()], wall_seconds=2.0).to_json() == {
        **counts,
        "wall_seconds": 2.0,
        "problems": {"gradient_check": counts},
    }


def test_no_record_is_no_problem() -> None:
    """A run of nothing has counts of zero and nothing to say."""
    summary = summarise([])
    assert (summary.counts, summary.problems, summary.notices) == (Counts(), (), ())


def test_nothing_graded_has_no_median(missing: Result) -> None:
    """Without a mark there is neither a median nor a time."""
    problem = summarise([missing]).problems[0]
    assert (problem.median_share, problem.p95_seconds) == (None, None)


@pytest.mark.parametrize(
    ("score", "most", "full", "zero"),
    [
        (sum([0.1] * 10), 1.0, True, False),  # 0.9999999999999999
        (0.999999, 1.0, False, False),
        (0.0, 1.0, False, True),
        (1e-6, 1.0, False, False),
        (0.0, 0.0, True, False),
    ],
)
def test_full_and_zero_forgive_the_rounding_of_a_sum(
    result: Callable[..., Result], score: float, most: float, full: bool, zero: bool
) -> None:
    """Ten tenths are full marks, a millionth less is not, and no points is zero."""
    record = result(score=score, max_score=most)
    assert (is_full(record), is_zero(record)) == (full, zero)


@pytest.mark.parametrize("number", [1, 19, 20, 21, 40])
def test_p95_is_the_nearest_rank(result: Callable[..., Result], number: int) -> None:
    """At least 95 of 100 submissions took at most that long."""
    records = [result(wall_seconds=float(i)) for i in range(1, number + 1)]
    rank = {1: 1.0, 19: 19.0, 20: 19.0, 21: 20.0, 40: 38.0}[number]
    assert summarise(records).problems[0].p95_seconds == rank


def test_each_trouble_is_a_notice(
    result: Callable[..., Result],
    test_record: Callable[..., TestResult],
    missing: Result,
    not_graded: Result,
    faulty: Result,
) -> None:
    """What needs a look is listed by kind, our own fault first, with its students."""
    late = test_record(outcome=Outcome.TIMEOUT)
    again = test_record(id="test_again", outcome=Outcome.TIMEOUT)
    died = test_record(id="test_died", outcome=Outcome.CRASHED)
    records = [
        faulty,
        missing,
        result(student="s1", tests=(late, again, died)),
        result(student="s2", tests=(late,)),
        not_graded,
    ]

    def notice(kind: NoticeKind, *students: str, what: str = "") -> Notice:
        return Notice(
            kind=kind,
            problem="gradient_check",
            count=len(students),
            of=5,
            students=students,
            what=what,
        )

    assert summarise(records).notices == (
        notice(NoticeKind.NOT_GRADED, "s008", what="the launcher died"),
        notice(NoticeKind.TIMEOUT, "s1", "s2"),
        notice(NoticeKind.CRASHED, "s1"),
        notice(NoticeKind.MISSING, "s007"),
        notice(NoticeKind.SYNTAX, "s009"),
    )


def test_a_time_out_of_the_import_is_a_time_out(result: Callable[..., Result]) -> None:
    """Time-outs are one list, whether a test or the whole file ran out of time."""
    fault = Fault(kind=FaultKind.TIMEOUT, message="the import ran out of time")
    record = result(score=0.0, fault=fault, tests=())
    assert notices(record) == [(NoticeKind.TIMEOUT, 1, 1, "")]


def test_a_faulty_file_is_named_once(
    result: Callable[..., Result], test_record: Callable[..., TestResult]
) -> None:
    """The tests of a file that could not run repeat its fault and add nothing."""
    fault = Fault(kind=FaultKind.IMPORT, message="the import failed")
    record = result(
        score=0.0, fault=fault, tests=(test_record(outcome=Outcome.CRASHED),)
    )
    assert notices(record) == [(NoticeKind.IMPORT, 1, 1, "")]


def test_our_fault_in_a_test_gives_its_reason(
    result: Callable[..., Result], test_record: Callable[..., TestResult]
) -> None:
    """Without a fault of the whole, the reason is that of the test that we lost."""
    test = test_record(outcome=Outcome.INTERNAL, message="the reference failed too")
    record = result(status=Status.NOT_GRADED, tests=(test_record(), test))
    assert notices(record) == [
        (NoticeKind.NOT_GRADED, 1, 1, "the reference failed too")
    ]


def test_a_test_that_nobody_passes_is_named(wrong: Result, faulty: Result) -> None:
    """From three submissions on that could run, a test without a pass is listed."""
    named = (NoticeKind.NOBODY_PASSES, 3, 3, "The scale does not matter.")
    assert named in notices(wrong, wrong, wrong)
    assert named not in notices(wrong, wrong, faulty)


def test_a_test_that_somebody_passes_is_not_named(
    result: Callable[..., Result], wrong: Result
) -> None:
    """One pass is enough to show that a test can be passed."""
    kinds = [kind for kind, *_ in notices(wrong, wrong, wrong, result())]
    assert kinds == [NoticeKind.LOST_CATEGORY]


def test_a_skipped_test_says_nothing(
    result: Callable[..., Result], test_record: Callable[..., TestResult]
) -> None:
    """A test that was skipped everywhere is not one that nobody passes."""
    record = result(tests=(test_record(outcome=Outcome.SKIPPED),))
    assert notices(record, record, record) == []


def test_the_category_lost_most_often_is_named(
    result: Callable[..., Result], wrong: Result
) -> None:
    """One category per problem, when at least two of three or more lost it."""
    assert notices(wrong, wrong, result()) == [
        (NoticeKind.LOST_CATEGORY, 2, 3, "Formula")
    ]
    assert notices(wrong, result(), result()) == []
    assert notices(wrong, wrong) == []
