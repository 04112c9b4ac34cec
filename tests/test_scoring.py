"""Points: shared among tests, earned, and never lost to rounding."""

from dataclasses import dataclass
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.model import CategoryResult, Outcome, TestResult
from grader.scoring import allot, categories


@dataclass(frozen=True, slots=True, kw_only=True)
class Part:
    """A rubric category."""

    id: str
    points: float
    title: str = "Title"
    hint: str = "Hint."


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """A collected test."""

    id: str
    category: str | None
    points: float | None = None


def result(
    name: str, category: str | None, outcome: Outcome, points: float = 0.0
) -> TestResult:
    """Return a test's record with what it earned."""
    return TestResult(
        id=name,
        title=name,
        category=category,
        visible=category is None,
        outcome=outcome,
        points=points,
        max_points=points,
    )


def test_a_category_is_shared_evenly() -> None:
    """Each of a category's tests is worth the same; examples are worth nothing."""
    tests = [
        Item(id="one", category="a"),
        Item(id="two", category="b"),
        Item(id="three", category="a"),
        Item(id="example", category=None),
    ]
    assert allot(tests, {"a": 1.0, "b": 2.5}) == {
        "one": 0.5,
        "two": 2.5,
        "three": 0.5,
        "example": 0.0,
    }


def test_own_points_come_first() -> None:
    """Tests that state their points get them, and the others share the rest."""
    tests = [
        Item(id="one", category="a"),
        Item(id="two", category="a", points=2.0),
        Item(id="three", category="a"),
        Item(id="all", category="b", points=1.0),
    ]
    assert allot(tests, {"a": 3.0, "b": 1.0}) == {
        "one": 0.5,
        "two": 2.0,
        "three": 0.5,
        "all": 1.0,
    }


def test_the_points_that_are_given_stay_as_they_are() -> None:
    """Sharing does not use up the problem's own table of points."""
    points = {"a": 3.0}
    allot([Item(id="one", category="a", points=2.0)], points)
    assert points == {"a": 3.0}


def test_a_category_that_the_problem_does_not_have() -> None:
    """A test outside the rubric is worth nothing, whatever it states."""
    tests = [Item(id="one", category="x"), Item(id="two", category="x", points=5.0)]
    assert allot(tests, {"a": 1.0}) == {"one": 0.0, "two": 0.0}


def test_tests_come_from_any_iterable() -> None:
    """The tests are walked several times, but may come from an iterator."""
    tests = iter([Item(id="one", category="a"), Item(id="two", category="a")])
    assert allot(tests, {"a": 1.0}) == {"one": 0.5, "two": 0.5}


@pytest.mark.parametrize("outcome", sorted(set(Outcome) - {Outcome.PASSED}))
def test_only_a_pass_earns(outcome: Outcome) -> None:
    """Every other outcome leaves the category without points and without a pass."""
    assert categories([result("one", "a", outcome)], [Part(id="a", points=1.0)]) == (
        CategoryResult(
            id="a",
            title="Title",
            score=0.0,
            max_score=1.0,
            passed=0,
            total=1,
            hint="Hint.",
        ),
    )


def test_a_test_that_is_worth_nothing_is_passed_as_well() -> None:
    """The number of passed tests does not depend on their points."""
    tests = [result("one", "a", Outcome.PASSED, 0.0), result("two", "a", Outcome.ERROR)]
    (category,) = categories(tests, [Part(id="a", points=1.0)])
    assert (category.score, category.passed, category.total) == (0.0, 1, 2)


def test_categories_in_the_order_of_the_rubric() -> None:
    """Each category counts its own tests; examples and strangers count nowhere."""
    rubric = [
        Part(id="b", title="Second", points=2.0, hint="Two."),
        Part(id="a", title="First", points=1.0, hint="One."),
    ]
    tests = [
        result("one", "a", Outcome.PASSED, 1.0),
        result("two", "b", Outcome.PASSED, 0.5),
        result("three", "b", Outcome.TIMEOUT),
        result("example", None, Outcome.PASSED, 9.0),
        result("stranger", "x", Outcome.PASSED, 9.0),
    ]
    assert categories(iter(tests), iter(rubric)) == (
        CategoryResult(
            id="b",
            title="Second",
            score=0.5,
            max_score=2.0,
            passed=1,
            total=2,
            hint="Two.",
        ),
        CategoryResult(
            id="a",
            title="First",
            score=1.0,
            max_score=1.0,
            passed=1,
            total=1,
            hint="One.",
        ),
    )


def test_a_category_without_tests_earns_nothing() -> None:
    """No test, no point: an empty category is not a full one."""
    (empty,) = categories([], [Part(id="a", points=1.0)])
    assert (empty.score, empty.max_score, empty.passed, empty.total) == (0.0, 1.0, 0, 0)


def run(points: float, own: list[float | None], passed: list[bool]) -> float:
    """Return the score of one category, its tests graded as a run would."""
    items = [
        Item(id=str(number), category="a", points=share)
        for number, share in enumerate(own)
    ]
    shares = allot(items, {"a": points})
    tests = [
        result(
            item.id,
            "a",
            Outcome.PASSED if fine else Outcome.FAILED,
            shares[item.id] if fine else 0.0,
        )
        for item, fine in zip(items, passed, strict=True)
    ]
    (category,) = categories(tests, [Part(id="a", points=points)])
    return category.score


@given(st.integers(1, 400), st.integers(1, 60))
def test_all_passed_is_exactly_all_points(quarters: int, count: int) -> None:
    """Shares that have no exact float, such as 1/3, still add up to the whole."""
    points = quarters / 4
    assert run(points, [None] * count, [True] * count) == points
    assert run(0.1, [None] * count, [True] * count) == 0.1


def test_all_passed_with_own_points() -> None:
    """Own points and shares of the rest add up to the whole as well."""
    assert run(1.0, [0.1, 0.2, None, None, None], [True] * 5) == 1.0


@given(st.integers(1, 100), st.lists(st.booleans(), min_size=1, max_size=30))
def test_a_part_is_the_part_that_passed(points: int, passed: list[bool]) -> None:
    """Of n equal shares, those of the passed tests count, as close as floats can."""
    right = Fraction(points * sum(passed), len(passed))
    score = run(float(points), [None] * len(passed), passed)
    assert abs(Fraction(score) - right) <= right * Fraction(1, 2**52)
    assert 0.0 <= score <= points
    assert (score == points) is all(passed)


@given(st.permutations([0.1, 0.2, 0.3, 0.7, 1e-9]))
def test_the_order_of_the_tests_does_not_matter(own: list[float]) -> None:
    """Tests that run in another order earn the same, to the last bit."""
    failing = [*own, 5.0]
    assert run(10.0, failing, [True] * 5 + [False]) == 1.300000001
