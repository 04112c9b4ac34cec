"""Commands of an author: verify, new, template."""

from collections.abc import Sequence
from pathlib import Path

import click

from grader.cli.settings import PROBLEM, Settings, pass_settings
from grader.errors import ExitCode, UsageError

__all__ = ["new", "template", "verify"]

_TEMPLATE = Path("student_template")


@click.command()
@click.argument("problems", nargs=-1, type=PROBLEM, metavar="[ID]...")
@pass_settings
def verify(settings: Settings, problems: Sequence[str]) -> int:
    """Prove problems fair: all of them, or those named."""
    raise NotImplementedError


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
    """Generate what students are given (DIR, else ./student_template)."""
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
