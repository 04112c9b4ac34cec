"""Verifying: is a problem fair, and if not, what is to be done?"""

import time
from collections.abc import Callable
from typing import Final

from grader.course.verification.evidence import Evidence, count_runs, gather
from grader.course.verification.folder import folder_check
from grader.course.verification.giveaways import hints_check
from grader.course.verification.reference import reference_check, stub_check
from grader.course.verification.repeats import repeats_check
from grader.course.verification.rubric import rubric_check
from grader.course.verification.statement import statement_check
from grader.course.verification.texts import texts_check
from grader.course.verification.variants import (
    kills,
    kills_check,
    right_check,
    wrong_check,
)
from grader.errors import UsageError
from grader.export.verification import Check, HiddenTest, Verification
from grader.problems import Edition, Problem

__all__ = ["CHECKS", "count_runs", "verify"]

CHECKS: Final[tuple[Callable[[Evidence], Check], ...]] = (
    reference_check,
    stub_check,
    right_check,
    wrong_check,
    kills_check,
    rubric_check,
    statement_check,
    hints_check,
    folder_check,
    repeats_check,
    texts_check,
)


def verify(
    problem: Problem,
    *,
    isolation: str,
    jobs: int = 1,
    after_run: Callable[[str], None] = lambda _: None,
) -> Verification:
    """
    Run a problem's tests on all its solutions and say whether it is fair.

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
    UsageError
        The problem is here without its hidden tests.
    ProblemBroken
        It cannot be loaded or collected.
    """
    if problem.edition is not Edition.FULL:
        raise UsageError(
            f"{problem.id} is here without its hidden tests ({problem.folder}): "
            "name the folder that has them with --problems DIR"
        )
    started = time.monotonic()
    evidence = gather(problem, isolation=isolation, jobs=jobs, after_run=after_run)
    checks = tuple(check(evidence) for check in CHECKS)
    return Verification(
        problem=problem.id,
        problem_title=problem.title,
        problem_digest=problem.digest,
        categories=tuple(part.id for part in problem.categories),
        hidden_tests=tuple(
            HiddenTest(id=test.id, category=test.category) for test in evidence.hidden
        ),
        examples=len(evidence.examples),
        right=len(evidence.right),
        wrong=len(evidence.wrong),
        runs=sum(map(len, evidence.rounds.values())),
        checks=checks,
        kills=kills(evidence),
        isolation=evidence.isolation,
        wall_seconds=time.monotonic() - started,
    )
