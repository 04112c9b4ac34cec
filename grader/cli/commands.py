"""The group of all commands and the options before their names."""

from pathlib import Path

import click

from grader import __version__
from grader.cli import author, instructor, machine, student
from grader.cli.settings import Settings

__all__ = ["commands"]


@click.group(
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 88,
        "auto_envvar_prefix": None,
    }
)
@click.version_option(__version__, prog_name="grader", message="%(prog)s %(version)s")
@click.option(
    "--problems",
    type=click.Path(file_okay=False, path_type=Path),
    metavar="DIR",
    help="Where the problems are (else GRADER_PROBLEMS, else the nearest problems/).",
)
@click.option(
    "--color",
    type=click.Choice(["auto", "always", "never"]),
    default="auto",
    show_default=True,
    help="Colour; NO_COLOR and FORCE_COLOR are heeded too.",
)
@click.option("-q", "--quiet", is_flag=True, help="No progress and no notes.")
@click.option("-v", "--verbose", count=True, help="Say more.")
@click.pass_context
def commands(
    context: click.Context,
    *,
    problems: Path | None,
    color: str,
    quiet: bool,
    verbose: int,
) -> None:
    """Exercises in numerical Python: solve, check, grade, write.

    Students use list, show, start, check, hint and submit; instructors grade;
    authors new, verify and template.

    Exit codes: 0 done, 1 some tests or checks failed, 2 wrong usage, 3 a problem or
    the grader is broken or something was not graded, 130 interrupted.
    """
    verbosity = -1 if quiet else verbose
    context.obj = Settings(problems=problems, color=color, verbosity=verbosity)


for _command in (
    *(student.list_problems, student.show, student.start, student.check),
    *(student.hint, student.submit, student.reset),
    *(instructor.grade,),
    *(author.verify, author.new, author.template),
    *(machine.doctor, machine.completion),
):
    commands.add_command(_command)
