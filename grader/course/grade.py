"""Grading: every submission of a collection against the hidden tests."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from grader.course.setups import record, setup_of
from grader.errors import ProblemBroken, UsageError
from grader.export.directory import RECORDS
from grader.intake import Collection, Reading, Submission, read
from grader.model import Result, Status
from grader.problems import Edition, Library, Problem
from grader.run.pool import Pool
from grader.run.runner import Runner
from grader.run.tasks import Setup, Task
from grader.sandbox import Server

__all__ = ["Choice", "Plan", "grade", "plan"]

Work = tuple[Submission, Reading]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """How to grade: at which isolation level, with which seed, and which tests."""

    isolation: str
    seed: int
    tests: tuple[str, ...] | None = None
    categories: tuple[str, ...] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What will be graded: nothing in it is wrong as far as can be known before."""

    submissions: tuple[Submission, ...]
    problems: Mapping[str, Problem]
    setups: Mapping[str, Setup]
    choice: Choice


def plan(
    collection: Collection, library: Library, choice: Choice, server: Server
) -> Plan:
    """
    Load the problems and look whether everything that was asked for is there.

    Submissions to problems that have none of the chosen categories or tests are left
    out.

    Raises
    ------
    UsageError
        A problem is here without its hidden tests, or what was chosen does not exist.
    ProblemBroken
        A problem cannot be loaded; the faults of all such problems are told.
    """
    submissions = [each for each in collection.submissions if not _is_of_a_run(each)]
    _check_hidden(submissions, server)
    names = dict.fromkeys(each.problem for each in submissions)
    problems = _with_category(_load(names, library, server), choice)
    setups = _with_test(
        {name: setup_of(problem) for name, problem in problems.items()},
        choice,
        server,
    )
    return Plan(
        submissions=tuple(each for each in submissions if each.problem in setups),
        problems=problems,
        setups=setups,
        choice=choice,
    )


def grade(planned: Plan, pool: Pool) -> Iterator[Result]:
    """
    Grade submissions and yield each record as soon as it is known.

    Raises
    ------
    ProblemBroken
        The tests of problems cannot be run. It is raised after the last record; the
        submissions to these problems are then marked as not graded.
    """
    broken: dict[str, ProblemBroken] = {}

    def task(work: Work) -> tuple[Setup, Task] | None:
        submission, reading = work
        if reading.status is not Status.GRADED or submission.problem in broken:
            return None  # there is no file to mark, or nothing to mark it with
        return planned.setups[submission.problem], _task(reading, planned.choice)

    # One problem after the other: a runner knows one.
    ordered = sorted(planned.submissions, key=lambda each: each.problem)
    if ordered:
        first = planned.setups[ordered[0].problem]
        pool.start(first, submissions=len(ordered))
    work = ((submission, read(submission)) for submission in ordered)
    for (submission, reading), report in pool.map(work, task):
        if isinstance(report, ProblemBroken):
            broken.setdefault(submission.problem, report)
        if report is None and reading.status is Status.GRADED:
            report = broken[submission.problem]
        yield record(
            planned.problems[submission.problem],
            submission,
            reading,
            report,
            isolation=planned.choice.isolation,
            seed=planned.choice.seed,
        )
    if broken:
        raise _together(broken.values())


def _check_hidden(submissions: Iterable[Submission], server: Server) -> None:
    """Refuse hand-ins that lie where the code of others could read them."""
    for path in {Path(each.path).parent for each in submissions}:
        _refuse_shown(path, "hand-ins", server)


def _refuse_shown(path: Path, what: str, server: Server) -> None:
    if server.shows(path):
        raise UsageError(
            f"{path} lies where every submission can read it, among the files of "
            f"Python or of the system: move the {what} elsewhere"
        )


def _is_of_a_run(submission: Submission) -> bool:
    """Tell whether a student's folder holds results: ``--out`` may be in the inbox."""
    folder = Path(submission.path).parent
    return submission.origin is None and (folder / RECORDS).is_file()


def _load(names: Iterable[str], library: Library, server: Server) -> dict[str, Problem]:
    problems: dict[str, Problem] = {}
    broken: list[ProblemBroken] = []
    for name in names:
        try:
            problems[name] = library.find(name)
        except ProblemBroken as error:
            broken.append(error)
    if broken:
        raise _together(broken)
    for problem in problems.values():
        if problem.edition is not Edition.FULL:
            raise UsageError(
                f"{problem.id} is here without its hidden tests ({problem.folder}): "
                "name the folder that has them with --problems DIR"
            )
        for path in (problem.folder, problem.solution):
            _refuse_shown(path, "problems", server)
    return problems


def _together(broken: Iterable[ProblemBroken]) -> ProblemBroken:
    every = list(broken)
    names = ", ".join(error.problem for error in every)
    return ProblemBroken(names, [fault for error in every for fault in error.faults])


def _with_category(problems: dict[str, Problem], choice: Choice) -> dict[str, Problem]:
    """Return the problems that have a chosen category."""
    if choice.categories is None:
        return problems
    has = {
        name: {part.id for part in problem.categories}
        for name, problem in problems.items()
    }
    _check("category", choice.categories, has.values())
    return {name: problems[name] for name in has if has[name] & {*choice.categories}}


def _with_test(
    setups: dict[str, Setup], choice: Choice, server: Server
) -> dict[str, Setup]:
    """Return the setups of the problems that have a chosen test; ask their runners."""
    if choice.tests is None:
        return setups
    has = {name: _tests(setup, choice, server) for name, setup in setups.items()}
    _check("test", choice.tests, has.values())
    return {name: setups[name] for name in has if has[name] & {*choice.tests}}


def _tests(setup: Setup, choice: Choice, server: Server) -> set[str]:
    runner = Runner(server, setup)
    try:
        tests = runner.proof().tests
    finally:
        runner.kill()
        runner.close()
    chosen = choice.categories
    return {test.id for test in tests if chosen is None or test.category in chosen}


def _check(kind: str, chosen: Iterable[str], has: Iterable[set[str]]) -> None:
    known = sorted(set().union(*has))
    for name in chosen:
        if name not in known:
            from difflib import get_close_matches  # only needed on the way to an error

            meant = get_close_matches(name, known, n=1)
            said = (
                f"did you mean {meant[0]!r}?"
                if meant
                else f"there are {', '.join(known)}"
            )
            raise UsageError(f"no {kind} {name!r}: {said}")


def _task(reading: Reading, choice: Choice) -> Task:
    return Task(
        source=reading.text or "",
        seed=choice.seed,
        fault=reading.fault,
        tests=choice.tests,
        categories=choice.categories,
    )
