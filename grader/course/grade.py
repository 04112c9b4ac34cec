"""Grading: every submission of a collection against the hidden tests."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from grader.course.setups import record, setup_of
from grader.errors import UsageError
from grader.intake import Collection, Reading, Submission, read
from grader.model import Result
from grader.problems import Edition, Library, Problem
from grader.run.pool import Pool
from grader.run.tasks import Setup, Task

__all__ = ["Choice", "grade"]

Work = tuple[Submission, Reading]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How to grade: at which isolation level, with which seed, and which tests."""

    isolation: str
    seed: int
    jobs: int = 1
    tests: tuple[str, ...] | None = None
    categories: tuple[str, ...] | None = None


def grade(collection: Collection, library: Library, choice: Choice) -> Iterator[Result]:
    """
    Grade submissions and yield each record as soon as it is known.

    Raises
    ------
    UsageError
        A problem is here without its hidden tests, or a chosen test does not exist.
    ProblemBroken
        A problem is not fit to grade.
    """
    problems = _problems(collection, library)
    _check_categories(list(problems.values()), choice)
    setups = {
        name: setup_of(problem, isolation=choice.isolation)
        for name, problem in problems.items()
    }
    # One problem after the other: a runner knows one.
    ordered = sorted(collection.submissions, key=lambda each: each.problem)
    with Pool(choice.jobs) as pool:
        if ordered:
            pool.start(setups[ordered[0].problem])

        def task(work: Work) -> tuple[Setup, Task] | None:
            return _task(setups[work[0].problem], work[1], choice)

        work = ((submission, read(submission)) for submission in ordered)
        for (submission, reading), report in pool.map(work, task):
            yield record(
                problems[submission.problem],
                submission,
                reading,
                report,
                isolation=choice.isolation,
                seed=choice.seed,
            )


def _task(setup: Setup, reading: Reading, choice: Choice) -> tuple[Setup, Task] | None:
    if reading.text is None and reading.digest is None:
        return None  # there is no file to mark
    task = Task(
        source=reading.text or "",
        seed=choice.seed,
        fault=reading.fault,
        tests=choice.tests,
        categories=choice.categories,
    )
    return setup, task


def _problems(collection: Collection, library: Library) -> Mapping[str, Problem]:
    names = dict.fromkeys(each.problem for each in collection.submissions)
    problems = {name: library.find(name) for name in names}
    for problem in problems.values():
        if problem.edition is not Edition.FULL:
            raise UsageError(
                f"{problem.id} is here without its hidden tests ({problem.folder}): "
                "name the folder that has them with --problems DIR"
            )
    return problems


def _check_categories(problems: Sequence[Problem], choice: Choice) -> None:
    known = {part.id for problem in problems for part in problem.categories}
    for name in choice.categories or ():
        if name not in known:
            raise UsageError(
                f"no category {name!r}: there are {', '.join(sorted(known))}"
            )
