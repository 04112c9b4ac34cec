"""Commands of a student: list, show, start, check, hint, submit, reset."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING

import click

from grader.cli.progress_file import ProgressFile
from grader.cli.settings import PROBLEM, Settings, pass_settings
from grader.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from grader.course.check import Checker, Target
    from grader.model import Result

__all__ = ["check", "hint", "list_problems", "reset", "show", "start", "submit"]

_PATHS = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
_PROBLEM = click.option(
    "--problem", type=PROBLEM, metavar="ID", help="The problem that the files are for."
)
_OWN_LEVEL = "none"  # a student's own code on their own machine


@click.command("list")
@pass_settings
def list_problems(settings: Settings) -> None:
    """List the problems."""
    from grader.render.problems_view import list_view

    settings.show(list_view(settings.library.load_all()))


@click.command()
@click.argument("problem", type=PROBLEM, metavar="ID")
@pass_settings
def show(settings: Settings, problem: str) -> None:
    """Show a problem's statement."""
    from grader.render.problems_view import statement_view

    settings.show(statement_view(settings.library.find(problem).statement()))


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
    click.echo(f"made {started.folder}; edit {started.file}")
    click.echo(f"next  cd {started.folder}  ·  grader check --watch")


@click.command()
@_PATHS
@_PROBLEM
@click.option("-w", "--watch", is_flag=True, help="Check again at every save.")
@click.option("--all", "show_all", is_flag=True, help="Show every failure in full.")
@click.option("--json", "as_json", is_flag=True, help="Print the records as JSON.")
@pass_settings
def check(
    settings: Settings,
    *,
    paths: Sequence[Path],
    problem: str | None,
    watch: bool,
    show_all: bool,
    as_json: bool,
) -> int:
    """Check files against the public examples.

    PATH is a file, a folder or a problem's id; without any, the files in this folder
    are checked. Exits with 1 if an example fails.
    """
    from grader.course.check import Checker, find

    if watch and as_json:
        raise UsageError("--watch draws on the terminal: it does not go with --json")
    targets = find(paths, settings.library, problem=problem, here=Path.cwd())
    with Checker(_OWN_LEVEL) as checker:
        for target in targets:
            checker.warm(target)
        results = [checker.check(target) for target in targets]
        if as_json:
            _print_json(results)
        else:
            _print_checks(settings, results, show_all=show_all)
        if watch:
            _watch(settings, checker, targets, show_all=show_all)
    return _exit_code(results)


@click.command()
@click.argument("problem", type=PROBLEM, metavar="ID")
@click.option("--rung", type=click.IntRange(min=1), help="Show this rung again.")
@pass_settings
def hint(settings: Settings, problem: str, rung: int | None) -> None:
    """Show the next hint; each call climbs one rung of the ladder."""
    from grader.render.problems_view import hint_view

    found = settings.library.find(problem)
    rungs = found.rungs()
    if rung is not None and rung > len(rungs):
        raise UsageError(f"{found.id} has {len(rungs)} rungs, none of number {rung}")
    progress = ProgressFile()
    number = rung or min(progress.hints(found.id) + 1, len(rungs))
    progress.save_hints(found.id, max(number, progress.hints(found.id)))
    more = number < len(rungs)
    settings.show(
        hint_view(
            problem=found.id,
            problem_title=found.title,
            rung=number,
            rungs=len(rungs),
            title=rungs[number - 1].title,
            text=rungs[number - 1].text,
            next_command=f"grader hint {found.id}" if more else None,
        )
    )


@click.command()
@_PATHS
@_PROBLEM
@click.option(
    "--out",
    required=True,
    type=click.Path(dir_okay=False, path_type=Path),
    metavar="FILE.zip",
    help="The archive to write.",
)
@click.option(
    "--name",
    envvar="GRADER_NAME",
    prompt="Your name, as your course knows it",
    help="Whose work it is (else GRADER_NAME, else you are asked).",
)
@click.option("--force", is_flag=True, help="Replace an archive that is there.")
@pass_settings
def submit(
    settings: Settings,
    *,
    paths: Sequence[Path],
    problem: str | None,
    out: Path,
    name: str,
    force: bool,
) -> None:
    """Pack files into an archive to hand in.

    The examples are checked first; what fails is packed all the same.
    """
    from grader.course.check import Checker, find
    from grader.course.submit import pack

    targets = find(paths, settings.library, problem=problem, here=Path.cwd())
    with Checker(_OWN_LEVEL) as checker:
        results = [checker.check(target) for target in targets]
    packed = pack(
        {target.problem.id: target.file for target in targets},
        student=name,
        out=out,
        examples={result.problem: _examples(result) for result in results},
        digests={target.problem.id: target.problem.digest for target in targets},
        created=datetime.now(UTC).isoformat(timespec="seconds"),
        overwrite=force,
    )
    for result in results:
        passed, total = _examples(result)
        click.echo(f"{result.problem}: {passed} of {total} examples passed")
        if passed < total:
            settings.note(f"packed all the same; see: grader check {result.submission}")
    click.echo(f"wrote {packed.path} for {packed.manifest.student}: hand in this file")


@click.command()
@click.argument("problem", type=PROBLEM, metavar="ID")
@click.argument(
    "file", required=False, type=click.Path(path_type=Path), metavar="[FILE]"
)
@click.confirmation_option(prompt="Put a fresh stub in place of your file?")
@pass_settings
def reset(settings: Settings, problem: str, file: Path | None) -> None:
    """Begin anew with a fresh stub; the old file is kept beside it."""
    from grader.course.check import find
    from grader.course.start import reset as reset_file

    found = settings.library.find(problem)
    if file is None:
        file = find([], settings.library, problem=found.id, here=Path.cwd())[0].file
    kept = reset_file(found, file)
    click.echo(f"{file} is a fresh stub; your old file is {kept}")


def _print_checks(
    settings: Settings, results: Sequence["Result"], *, show_all: bool
) -> None:
    from grader.render.check import check_view

    for number, result in enumerate(results):
        if number:
            click.echo()
        settings.show(check_view(result, show_all=show_all))


def _print_json(results: Sequence["Result"]) -> None:
    from grader.export.document import write

    write(sys.stdout, results)


def _watch(
    settings: Settings,
    checker: "Checker",
    targets: Sequence["Target"],
    *,
    show_all: bool,
) -> None:
    """Check again at every save until interrupted."""
    from grader.course.check import changes

    by_file = {target.file: target for target in targets}
    settings.note("watching; save to check again, Ctrl-C to stop")
    try:
        for saved in changes(list(by_file)):
            if settings.out.is_terminal:
                click.clear()
            results = [checker.check(by_file[file]) for file in saved]
            _print_checks(settings, results, show_all=show_all)
    except KeyboardInterrupt:
        click.echo()


def _examples(result: "Result") -> tuple[int, int]:
    visible = [test for test in result.tests if test.visible]
    return sum(test.outcome == "passed" for test in visible), len(visible)


def _exit_code(results: Sequence["Result"]) -> ExitCode:
    if any(result.status == "not_graded" for result in results):
        return ExitCode.BROKEN
    clean = all(
        result.fault is None and all(test.outcome == "passed" for test in result.tests)
        for result in results
    )
    return ExitCode.DONE if clean else ExitCode.FAILED
