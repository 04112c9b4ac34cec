"""Commands of a student: list, show, start, hint, reset."""

import shlex
from pathlib import Path

import click

from grader.cli.questions import confirm
from grader.cli.settings import PROBLEM, Settings, pass_settings
from grader.errors import UsageError

__all__ = ["hint", "list_problems", "reset", "show", "start"]

_THIS_PROBLEM = click.argument("problem", required=False, type=PROBLEM, metavar="[ID]")


@click.command("list")
@pass_settings
def list_problems(settings: Settings) -> None:
    """List the problems."""
    from grader.render.problems_view import list_view

    settings.show(list_view(settings.library.load_all()))


@click.command()
@_THIS_PROBLEM
@pass_settings
def show(settings: Settings, problem: str | None) -> None:
    """Show a problem's statement.

    Without ID, that of the problem in this folder.
    """
    from grader.render.problems_view import statement_view

    found = settings.library.find(problem or _here(settings))
    settings.show(statement_view(found.statement()))


@click.command()
@click.argument("problem", type=PROBLEM, metavar="ID")
@click.argument(
    "directory",
    required=False,
    type=click.Path(file_okay=False, path_type=Path),
    metavar="[DIR]",
)
@pass_settings
def start(settings: Settings, problem: str, directory: Path | None) -> None:
    """Make a folder to work in, with a stub to fill in.

    The folder is DIR, else ./ID.
    """
    from grader.course.start import start as start_problem

    found = settings.library.find(problem)
    started = start_problem(found, directory or Path(found.id))
    settings.say(f"made {started.folder}; edit {started.file}")
    go = f"cd {shlex.quote(str(started.folder))}"
    settings.say(f"next  {go}  ·  grader show  ·  grader check --watch")


@click.command()
@_THIS_PROBLEM
@click.option("--rung", type=click.IntRange(min=1), help="Show this rung again.")
@pass_settings
def hint(settings: Settings, problem: str | None, rung: int | None) -> None:
    """Show the next hint; each call climbs one rung of the ladder.

    Without ID, of the problem in this folder.
    """
    from grader.cli.hints import climb

    found = settings.library.find(problem or _here(settings))
    next_step = "grader hint" if problem is None else f"grader hint {found.id}"
    settings.show(climb(found, next_step=next_step, rung=rung))


@click.command()
@_THIS_PROBLEM
@click.argument(
    "file", required=False, type=click.Path(path_type=Path), metavar="[FILE]"
)
@click.option("--yes", is_flag=True, help="Do not ask.")
@pass_settings
def reset(
    settings: Settings, *, problem: str | None, file: Path | None, yes: bool
) -> None:
    """Begin anew with a fresh stub; the old file is kept beside it.

    Without ID, of the problem in this folder.
    """
    from grader.course.check import find
    from grader.course.start import reset as reset_file

    found = settings.library.find(problem or _here(settings))
    if file is None:
        file = find([], settings.library, problem=found.id, here=Path())[0].file
    if not yes and not confirm(
        f"Put a fresh stub in place of {file}?",
        otherwise="say --yes to reset it without being asked",
    ):
        settings.say(f"{file} stays as it is")
        return
    kept = reset_file(found, file)
    settings.say(f"{file} is a fresh stub; your old file is {kept}")


def _here(settings: Settings) -> str:
    """Return the id of the one problem whose file is in the working folder."""
    ids = [name for name in settings.library.ids() if Path(f"{name}.py").is_file()]
    if len(ids) == 1:
        return ids[0]
    known = ", ".join(ids or settings.library.ids())
    raise UsageError(f"which problem? Say its ID: {known}")
