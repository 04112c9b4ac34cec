"""Runs the tests on every solution that a problem has, and keeps what happened.

Each solution is run three times: in order, again, and in reverse.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from grader.course.isolated import start_pool
from grader.course.setups import setup_of
from grader.course.verification import examples as statement
from grader.course.verification.sources import TestSource, read_tests
from grader.errors import GraderError, Location, ProblemBroken
from grader.export.verification import AuthorFault
from grader.model import Fault, Outcome, TestResult
from grader.problems import Problem, Variant, variants
from grader.problems.text import read_or_fault, read_text
from grader.problems.toml_lines import KeyPath, key_lines, line_of
from grader.run.pool import Pool
from grader.run.runner import Runner
from grader.run.tasks import Proof, Report, Setup, Task, TestInfo
from grader.sandbox import Level, Server

__all__ = ["ROUNDS", "Evidence", "count_runs", "gather"]

ROUNDS: Final = 3
_REVERSED: Final = 2
_SEED: Final = 0  # verification gives the same result each time


_Work = tuple[Path, int]  # a solution and the number of its round


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """
    What was read and run.

    ``proved`` has the problem's own tests only; what became of the statement's
    examples on the reference is ``replayed``, by line. ``rounds`` holds the reports
    of each solution by its path.
    """

    problem: Problem
    isolation: Level
    right: tuple[Variant, ...]
    wrong: tuple[Variant, ...]
    sources: tuple[TestSource, ...]
    statement: statement.Statement
    proved: Proof
    replayed: Mapping[int, TestResult]
    rounds: Mapping[Path, tuple[Report, ...]]

    @property
    def hidden(self) -> tuple[TestInfo, ...]:
        """The hidden tests."""
        return tuple(test for test in self.proved.tests if not test.visible)

    @property
    def examples(self) -> tuple[TestInfo, ...]:
        """The example tests."""
        return tuple(test for test in self.proved.tests if test.visible)

    @property
    def stub(self) -> Report:
        """What became of the stub."""
        assert self.proved.stub is not None  # the setup asks for it
        return self.proved.stub

    @property
    def sound(self) -> frozenset[str]:
        """Ids of the tests that the reference passes; of all if there is none."""
        reference = self.proved.reference
        return frozenset(
            test.id for test in (reference or self.stub).tests
            if reference is None or test.outcome is Outcome.PASSED
        )  # fmt: skip

    def lost(self, variant: Variant) -> list[TestResult]:
        """Return the sound tests that a variant does not pass, from the first round."""
        return [
            test
            for test in self.rounds[variant.path][0].tests
            if test.outcome is not Outcome.PASSED and test.id in self.sound
        ]

    def runs_of(self, path: Path) -> dict[str, tuple[TestResult, ...]]:
        """Return each test's results on a solution, one a round, by the test's id."""
        rounds = [{test.id: test for test in each.tests} for each in self.rounds[path]]
        return {test: tuple(each[test] for each in rounds) for test in rounds[0]}

    def load_fault(self, variant: Variant) -> Fault | None:
        """Return why no test of a variant could run."""
        return self.rounds[variant.path][0].fault

    def fault(self, path: Path, line: int | None, found: str, do: str) -> AuthorFault:
        """Return a fault; its file is shown from the folder that holds the problems."""
        root = self.problem.folder.resolve().parent.parent
        name = path.resolve().relative_to(root).as_posix()
        return AuthorFault(file=name, line=line, found=found, do=do)

    def fault_of(self, test: str, found: str, do: str) -> AuthorFault:
        """Return a fault of a test, by its id."""
        source = self.source(test)
        if source is None:  # made by a loop or imported: its text is elsewhere
            return self.fault(self.problem.folder, None, found, do)
        return self.fault(source.path, source.line, found, do)

    def fault_in_settings(self, key: KeyPath, found: str, do: str) -> AuthorFault:
        """Return a fault of problem.toml, at a key."""
        path = self.problem.folder / "problem.toml"
        line = line_of(key_lines(read_text(path)), key)
        return self.fault(path, line, found, do)

    def source(self, test: str) -> TestSource | None:
        """Return the function behind a test's id."""
        name = test.partition("[")[0]
        return next((each for each in self.sources[::-1] if each.name == name), None)


def count_runs(problem: Problem) -> int:
    """Return how many runs `gather` makes."""
    return len(_solutions(problem)) * ROUNDS


def gather(
    problem: Problem,
    *,
    isolation: str,
    jobs: int,
    after_run: Callable[[str], None] = lambda _: None,
) -> Evidence:
    """
    Run everything that must be run.

    Parameters
    ----------
    problem
        A full edition.
    isolation
        The level for the solutions' processes, or ``auto``.
    jobs
        How many runs go on at the same time.
    after_run
        Is told the name of each solution that was run.

    Raises
    ------
    ProblemBroken
        A solution, a variant's header or a test file is not fit to be run.
    SandboxFailed
        A runner died, and its successor too.
    """
    solutions = _solutions(problem)
    setup = setup_of(problem, with_stub=True)
    functions = tuple(setup.functions)
    found = statement.parse(problem.statement(), functions)
    level, pool = start_pool(isolation, jobs)
    with pool:
        pool.start(setup)
        proved, replayed = _prove(pool.server, setup, found, functions)
        rounds = _rounds(pool, setup, solutions, after_run)
    return Evidence(
        problem=problem,
        isolation=level,
        right=variants(problem, "right"),
        wrong=variants(problem, "wrong"),
        sources=(
            *read_tests(problem.examples),
            *read_tests(problem.folder / "test_hidden.py"),
        ),
        statement=found,
        proved=proved,
        replayed=replayed,
        rounds=rounds,
    )


def _solutions(problem: Problem) -> list[Path]:
    """Return the files of all solutions there are, the reference first."""
    reference = problem.solution
    if reference.exists():
        text = read_or_fault(reference, "the reference solution")
        if isinstance(text, Location):
            raise ProblemBroken(problem.id, [text])
    return [
        *([reference] if reference.exists() else []),
        *(each.path for each in variants(problem, "right")),
        *(each.path for each in variants(problem, "wrong")),
    ]


def _prove(
    server: Server,
    setup: Setup,
    found: statement.Statement,
    functions: tuple[str, ...],
) -> tuple[Proof, Mapping[int, TestResult]]:
    """Run the tests and the statement's examples on the reference and the stub."""
    with TemporaryDirectory(prefix="grader-") as folder:
        if found.examples:
            file = statement.test_file(Path(folder), functions, found.examples)
            setup = replace(setup, test_files=(*setup.test_files, str(file)))
        runner = Runner(server, setup)
        try:
            proved = runner.proof()
        finally:
            runner.close()
    results = proved.reference.tests if proved.reference else ()
    replayed = {
        int(test.id.partition("[")[2].removesuffix("]")): test
        for test in results
        if _is_replay(test)
    }
    return _own(proved), replayed


def _own(proved: Proof) -> Proof:
    """Leave the statement's examples out."""
    reference = proved.reference
    return replace(
        proved,
        tests=tuple(test for test in proved.tests if not _is_replay(test)),
        reference=None if reference is None else _own_report(reference),
        stub=None if proved.stub is None else _own_report(proved.stub),
    )


def _own_report(report: Report) -> Report:
    tests = tuple(test for test in report.tests if not _is_replay(test))
    return replace(report, tests=tests)


def _is_replay(test: TestInfo | TestResult) -> bool:
    return test.id.startswith(f"{statement.TEST_NAME}[")


def _rounds(
    pool: Pool,
    setup: Setup,
    solutions: Sequence[Path],
    after_run: Callable[[str], None],
) -> dict[Path, tuple[Report, ...]]:
    def task(work: _Work) -> tuple[Setup, Task]:
        path, number = work
        source = read_text(path)
        return setup, Task(source=source, seed=_SEED, reverse=number == _REVERSED)

    reports: dict[_Work, Report] = {}
    for work, report in pool.map(product(solutions, range(ROUNDS)), task):
        if isinstance(report, GraderError):
            raise report
        assert report is not None
        reports[work] = report
        after_run(work[0].stem)
    return {
        path: tuple(reports[path, number] for number in range(ROUNDS))
        for path in solutions
    }
