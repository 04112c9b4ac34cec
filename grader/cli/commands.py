"""The group of all commands and the options before their names."""

import click

from grader import __version__
from grader.cli import author, checking, instructor, machine, student
from grader.cli.settings import common_options

__all__ = ["commands"]


@click.group(
    context_settings={
        "help_option_names": ["-h", "--help"],
        "max_content_width": 88,
        "auto_envvar_prefix": None,
    }
)
@click.version_option(__version__, prog_name="grader", message="%(prog)s %(version)s")
@common_options
def commands() -> None:
    """Exercises in numerical Python: solve, check, grade, write.

    Students use list, show, start, check, hint and submit; instructors grade;
    authors new, verify and template.

    Exit codes: 0 done, 1 some tests or checks failed, 2 wrong usage, 3 a problem or
    the grader is broken or something was not graded, 130 interrupted.
    """


for _command in (
    *(student.list_problems, student.show, student.start, checking.check),
    *(student.hint, checking.submit, student.reset),
    *(instructor.grade,),
    *(author.verify, author.new, author.template),
    *(machine.doctor, machine.completion),
):
    commands.add_command(_command)
