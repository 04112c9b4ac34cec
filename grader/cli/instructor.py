"""The command of an instructor: grade."""

import os
import secrets
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.settings import PROBLEM, Settings, pass_settings
from grader.errors import ExitCode

if TYPE_CHECKING:
    from grader.course.grade import Choice
    from grader.export.ledger import Ledger
    from grader.export.summary import Summary
    from grader.intake import Collection
    from grader.model import Result

__all__ = ["grade"]

_SEED_BITS = 53  # exact as a number in any JSON reader


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
@click.option(
    "-j",
    "--jobs",
    type=click.IntRange(min=1),
    default=os.cpu_count() or 1,
    show_default="all processors",
    help="How many submissions are graded at the same time.",
)
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
    from grader.course.grade import Choice
    from grader.export.document import write
    from grader.export.ledger import Ledger
    from grader.intake import collect
    from grader.sandbox import choose

    started = time.monotonic()
    library = settings.library
    chosen = None if problem is None else library.find(problem).id
    collection = collect(paths, problem_ids=library.ids(), problem=chosen)
    choice = Choice(
        isolation=choose("none" if unsafe_no_isolation else isolation),
        seed=secrets.randbits(_SEED_BITS) if seed is None else seed,
        jobs=min(jobs, len(collection.submissions)),
        tests=tuple(tests) or None,
        categories=tuple(categories) or None,
    )
    _say_first(settings, collection, choice, drawn=not as_json)
    with Ledger(out, rank=_rank(collection), replace=force) as ledger:
        complete = _run(settings, collection, choice, ledger)
        ledger.arrange()
        wall_seconds = time.monotonic() - started
        if as_json:
            summary = write(sys.stdout, ledger.read(), wall_seconds=wall_seconds)
        else:
            summary = _draw(settings, ledger, wall_seconds, kept=out is not None)
    if not complete:
        left = len(collection.submissions) - summary.counts.submissions
        click.echo(f"grader: interrupted; {left} submissions are left", err=True)
        return ExitCode.INTERRUPTED
    return ExitCode.BROKEN if summary.counts.not_graded else ExitCode.DONE


def _say_first(
    settings: Settings, collection: "Collection", choice: "Choice", *, drawn: bool
) -> None:
    for note in collection.notes:
        settings.note(f"note  {note}")
    if choice.isolation == "none" and not drawn:  # the view says it too
        settings.note("isolation: none · students' code can reach this machine's files")


def _run(
    settings: Settings, collection: "Collection", choice: "Choice", ledger: "Ledger"
) -> bool:
    """Grade into the ledger; tell whether it was not interrupted."""
    from grader.course.grade import grade as grade_all
    from grader.render.progress import Progress

    total = len(collection.submissions)
    with ExitStack() as stack:
        bar = None
        if settings.verbosity >= 0 and total > 1:
            bar = stack.enter_context(Progress(settings.err, total))
        try:
            for result in grade_all(collection, settings.library, choice):
                ledger.append(result)
                if bar is not None:
                    bar.advance(result.student, result.problem)
        except KeyboardInterrupt:
            return False
    return True


def _draw(
    settings: Settings, ledger: "Ledger", wall_seconds: float, *, kept: bool
) -> "Summary":
    """Write the files that were asked for and print the summary."""
    from grader.export.directory import write_all
    from grader.export.summary import summarise
    from grader.render.grade import grade_view

    wrote = write_all(ledger.directory, wall_seconds=wall_seconds) if kept else []
    summary = summarise(ledger.read(), wall_seconds=wall_seconds)
    only = next(ledger.read()) if summary.counts.submissions == 1 else None
    settings.show(grade_view(summary, only=only, wrote=[str(path) for path in wrote]))
    return summary


def _rank(collection: "Collection") -> "Callable[[Result], int]":
    """Order records as the submissions were found: by student, then by problem."""
    places = {
        (each.student, each.problem, each.path): number
        for number, each in enumerate(collection.submissions)
    }
    return lambda result: places[result.student, result.problem, result.submission]
