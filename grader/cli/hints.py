"""The ladder of hints: each call climbs one rung, and stays on the last."""

from grader.cli.progress_file import ProgressFile
from grader.errors import UsageError
from grader.problems import Problem
from grader.render.layout import View
from grader.render.problems_view import hint_view

__all__ = ["climb"]


def climb(problem: Problem, *, next_step: str, rung: int | None = None) -> View:
    """
    Return the view of the next rung, and remember that it was shown.

    Parameters
    ----------
    problem
        Whose hints they are.
    next_step
        How to get the rung after this one.
    rung
        This one, instead of the next.

    Raises
    ------
    UsageError
        There is no such rung.
    """
    rungs = problem.rungs()
    if rung is not None and rung > len(rungs):
        raise UsageError(f"{problem.id} has {len(rungs)} rungs, none of number {rung}")
    progress = ProgressFile()
    shown = progress.hints(problem.id)
    number = rung or min(shown + 1, len(rungs))
    progress.save_hints(problem.id, max(number, shown))
    return hint_view(
        problem=problem.id,
        problem_title=problem.title,
        rung=number,
        rungs=len(rungs),
        title=rungs[number - 1].title,
        text=rungs[number - 1].text,
        next_command=next_step if number < len(rungs) else None,
    )
