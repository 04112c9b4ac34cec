"""The command of an instructor: grade."""

import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from grader.cli.settings import PROBLEM, Settings, jobs_option, pass_settings
from grader.errors import ExitCode, ProblemBroken, UsageError
from grader.export.text import counted

if TYPE_CHECKING:
    from grader.course.grade import Plan
    from grader.export.ledger import Ledger
    from grader.export.summary import Summary
    from grader.intake import Submission
    from grader.model import Result
    from grader.run.pool import Pool

__all__ = ["grade"]

_SEED_BITS: Final = 53  # exact as a number in any JSON reader


@click.command()
@click.argument(
    "paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="PATH..."
)
@click.option(
    "--problem",
    type=PROBLEM,
    metavar="ID",
    help="The one problem to grade; files may then be named after students.",
)
@jobs_option("How many submissions are graded at the same time.")
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON.")
@click.option(
    "--out",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Write results.jsonl, grades.csv and report.html there.",
)
@click.option("--force", is_flag=True, help="Replace the results in --out.")
@click.option(
    "--isolation",
    type=click.Choice(["auto", "full", "flat", "landlock", "none"]),
    default="auto",
    show_default=True,
    help="How far students' processes are kept from everything else.",
)
@click.option(
    "--unsafe-no-isolation",
    is_flag=True,
    help="Grade although nothing keeps students' code from this machine.",
)
@click.option("--category", "categories", multiple=True, help="Only these categories.")
@click.option("--test", "tests", multiple=True, metavar="ID", help="Only these tests.")
@click.option("--seed", type=int, help="Replay a run with the seed in its records.")
@pass_settings
def grade(
    settings: Settings,
    *,
    paths: Sequence[Path],
    problem: str | None,
    jobs: int,
    as_json: bool,
    out: Path | None,
    force: bool,
    isolation: str,
    unsafe_no_isolation: bool,
    categories: Sequence[str],
    tests: Sequence[str],
    seed: int | None,
) -> int:
    """Grade files, folders and archives against the hidden tests.

    A folder holds STUDENT/ID.py or archives made by "grader submit"; with --problem
    also STUDENT.py. Exits with 0 if everything was graded, whatever the marks.
    """
    from grader.course.grade import Choice, plan
    from grader.course.isolated import start_pool
    from grader.export.ledger import Ledger
    from grader.intake import collect

    started = time.monotonic()
    wanted = _level(isolation, unsafe=unsafe_no_isolation)
    level, pool = start_pool(wanted, jobs, unisolated=unsafe_no_isolation)
    choice = Choice(
        isolation=level,
        seed=secrets.randbits(_SEED_BITS) if seed is None else seed,
        tests=tuple(tests) or None,
        categories=tuple(categories) or None,
    )
    with ExitStack() as stack:
        stack.enter_context(pool)
        library = settings.library
        chosen = None if problem is None else library.find(problem).id
        collection = collect(paths, problem_ids=library.ids(), problem=chosen)
        planned = plan(collection, library, choice, pool.server)
        for note in collection.notes:
            settings.note(f"note  {note}")
        ledger = Ledger(out, rank=_rank(planned.submissions), replace=force)
        stack.enter_context(ledger)
        ended = _run(settings, planned, pool, ledger)
        ledger.arrange()
        wrote = _write(ledger, started) if out is not None else []
        summary = _tell(settings, ledger, started, as_json=as_json, wrote=wrote)
    if isinstance(ended, ProblemBroken):
        raise ended
    if ended is not None:
        left = counted(len(planned.submissions) - len(ledger), "submission")
        click.echo(f"grader: interrupted; not graded: {left}", err=True)
        return ExitCode.INTERRUPTED
    return ExitCode.BROKEN if summary.counts.not_graded else ExitCode.DONE


def _level(isolation: str, *, unsafe: bool) -> str:
    if not unsafe:
        return isolation
    if isolation not in ("auto", "none"):
        raise UsageError(
            f"--isolation {isolation} and --unsafe-no-isolation exclude each other"
        )
    return "none"


def _run(
    settings: Settings, planned: "Plan", pool: "Pool", ledger: "Ledger"
) -> KeyboardInterrupt | ProblemBroken | None:
    """Grade into the ledger; return what ended it before all was graded."""
    from grader.course.grade import grade as grade_all
    from grader.render.console import is_terminal
    from grader.render.progress import Progress

    total = len(planned.submissions)
    seen = is_terminal(settings.err) or settings.verbosity > 0
    with ExitStack() as stack:
        bar = None
        if seen and settings.verbosity >= 0 and total > 1:
            bar = stack.enter_context(Progress(settings.err, total))
        try:
            for result in grade_all(planned, pool):
                ledger.append(result)
                if bar is not None:
                    bar.advance(result.student, result.problem)
        except (KeyboardInterrupt, ProblemBroken) as ended:
            pool.close(at_once=True)
            return ended
    pool.close()
    return None


def _write(ledger: "Ledger", started: float) -> list[Path]:
    """Write the files that are made of the records; none if there is no record."""
    from grader.export.directory import write_all

    if not len(ledger):
        return []
    return write_all(ledger.directory, wall_seconds=time.monotonic() - started)


def _tell(
    settings: Settings,
    ledger: "Ledger",
    started: float,
    *,
    as_json: bool,
    wrote: Sequence[Path],
) -> "Summary":
    """Print the records or their summary."""
    from grader.export import wording
    from grader.export.document import write
    from grader.export.summary import summarise
    from grader.render.grade import grade_view

    wall_seconds = time.monotonic() - started
    if as_json:
        summary = write(sys.stdout, ledger.read(), wall_seconds=wall_seconds)
        if "none" in summary.isolation:  # the view says it too
            settings.note(wording.NO_ISOLATION)
        return summary
    summary = summarise(ledger.read(), wall_seconds=wall_seconds)
    only = next(ledger.read()) if len(ledger) == 1 else None
    if len(ledger):
        names = [str(path) for path in wrote]
        settings.show(grade_view(summary, only=only, wrote=names))
    return summary


def _rank(submissions: "Sequence[Submission]") -> "Callable[[Result], int]":
    """Order records as the submissions were found: by student, then by problem."""
    places = {
        (each.student, each.problem, each.path): number
        for number, each in enumerate(submissions)
    }
    return lambda result: places[result.student, result.problem, result.submission]
