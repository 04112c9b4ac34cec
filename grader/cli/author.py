"""Commands of an author: verify, new, template."""

import sys
import time
from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.settings import PROBLEM, Settings, jobs_option, pass_settings
from grader.errors import ExitCode, ProblemBroken, UsageError

if TYPE_CHECKING:
    from grader.export.verification import Verification
    from grader.problems import Problem

__all__ = ["new", "template", "verify"]

_TEMPLATE = Path("student_template")


@click.command()
@click.argument("names", nargs=-1, type=PROBLEM, metavar="[ID]...")
@jobs_option("How many solutions are run at the same time.")
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON.")
@pass_settings
def verify(
    settings: Settings, *, names: Sequence[str], jobs: int, as_json: bool
) -> int:
    """Prove problems fair: all of them, or those named.

    Runs the tests on the reference, the stub and all known-right and known-wrong
    solutions, and the examples of the statement; says what to do about each fault and
    which categories each mistake loses (-v: which hidden tests). Exits with 1 if a
    check failed, 3 if a problem cannot be loaded or collected.
    """
    from grader.export.verification import write
    from grader.render.verify import total_view, verify_view

    started = time.monotonic()
    found: list[Verification] = []
    broken: list[ProblemBroken] = []
    for number, problem in enumerate(_chosen(settings, names)):
        try:
            found.append(_verify(settings, problem, jobs))
        except ProblemBroken as error:
            broken.append(error)
            continue
        if not as_json:
            if number:
                click.echo()
            quiet, more = settings.verbosity < 0, settings.verbosity > 0
            settings.show(verify_view(found[-1], matrix=not quiet, tests=more))
    if as_json:
        write(sys.stdout, found, wall_seconds=time.monotonic() - started)
    elif len(found) + len(broken) > 1:
        click.echo()
        settings.show(total_view(found, [error.problem for error in broken]))
    if broken:
        unfit = ", ".join(error.problem for error in broken)
        raise ProblemBroken(unfit, [fault for each in broken for fault in each.faults])
    return ExitCode.DONE if all(each.fair for each in found) else ExitCode.FAILED


@click.command()
@click.argument("problem", metavar="ID")
@click.option(
    "--in",
    "directory",
    type=click.Path(file_okay=False, path_type=Path),
    default=Path("problems"),
    show_default=True,
    metavar="DIR",
    help="The folder of problems.",
)
@pass_settings
def new(settings: Settings, problem: str, directory: Path) -> None:
    """Make the skeleton of a problem."""
    from grader.course.new import new as new_problem

    for path in new_problem(problem, settings.problems or directory):
        click.echo(f"made {path}")
    click.echo(f"next  grader verify {problem}")


@click.command()
@click.argument(
    "directory",
    default=_TEMPLATE,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="[DIR]",
)
@click.option("--check", "only_check", is_flag=True, help="Change nothing, only look.")
@pass_settings
def template(settings: Settings, *, directory: Path, only_check: bool) -> int:
    """Generate what students are given.

    It goes into DIR, else ./student_template.
    """
    from grader.course import template as templates

    if not only_check:
        for path in templates.write(settings.library, directory):
            click.echo(f"wrote {path}")
        return ExitCode.DONE
    if not directory.is_dir():
        raise UsageError(f"there is no folder {directory}")
    differences = templates.check(settings.library, directory)
    for difference in differences:
        click.echo(str(difference))
    if differences:
        click.echo("next  grader template")
        return ExitCode.FAILED
    click.echo(f"{directory} is in step with the problems")
    return ExitCode.DONE


def _chosen(settings: Settings, names: Sequence[str]) -> "Sequence[Problem]":
    """Load the problems; those of all names, or all there are."""
    if not names:
        return settings.library.load_all()
    found = [settings.library.find(name) for name in names]
    return list({problem.id: problem for problem in found}.values())


def _verify(settings: Settings, problem: "Problem", jobs: int) -> "Verification":
    from grader.course.verify import count_runs
    from grader.course.verify import verify as verify_problem
    from grader.render.progress import Progress

    with ExitStack() as stack:
        bar = None
        if settings.verbosity >= 0:
            bar = stack.enter_context(Progress(settings.err, count_runs(problem)))

        def after_run(name: str) -> None:
            if bar is not None:
                bar.advance(name, problem.id)

        return verify_problem(problem, isolation="auto", jobs=jobs, after_run=after_run)
