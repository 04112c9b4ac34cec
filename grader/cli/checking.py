"""Commands of a student that run the examples: check, submit."""

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from grader.cli.questions import ask
from grader.cli.settings import PROBLEM, Settings, pass_settings
from grader.errors import ExitCode, UsageError

if TYPE_CHECKING:
    from grader.course.check import Target
    from grader.model import Result

__all__ = ["check", "submit"]

_PATHS = click.argument("paths", nargs=-1, type=click.Path(path_type=Path))
_PROBLEM = click.option(
    "--problem", type=PROBLEM, metavar="ID", help="The problem that the files are for."
)
_OWN_LEVEL: Final = "none"  # a student's own code on their own machine


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
    from grader.course.check import Checker

    if watch:
        _refuse_unless_drawn(as_json)
    targets = _find(settings, paths, problem)
    with Checker(_OWN_LEVEL) as checker:
        for target in targets:
            checker.warm(target)
        if watch:
            from grader.cli.watch import Watch

            Watch(settings, checker, targets, show_all=show_all).run()
            return ExitCode.DONE
        results = [checker.check(target) for target in targets]
    if as_json:
        from grader.export.document import write

        write(sys.stdout, results)
    else:
        _print(settings, results, show_all=show_all)
    return _exit_code(results)


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
    name: str | None,
    force: bool,
) -> None:
    """Pack files into an archive to hand in.

    The examples are checked first; what fails is packed all the same.
    """
    from grader.course.check import Checker
    from grader.course.submit import pack

    targets = _find(settings, paths, problem)
    _refuse_two_of_one(targets)
    if out.exists() and not force:
        raise UsageError(f"{out} is there already: replace it with --force")
    name = name or ask(
        "Your name, as your course knows it",
        otherwise="whose work is it? Say --name NAME, or set GRADER_NAME",
    )
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
        _say_examples(settings, result)
    settings.say(f"wrote {packed.path} for {packed.manifest.student}: hand it in")


def _find(
    settings: Settings, paths: Sequence[Path], problem: str | None
) -> list["Target"]:
    from grader.course.check import find

    return find(paths, settings.library, problem=problem, here=Path())


def _refuse_unless_drawn(as_json: bool) -> None:
    if as_json:
        raise UsageError("--watch draws on the terminal: it does not go with --json")
    if not sys.stdout.isatty():
        raise UsageError(
            "--watch draws on a terminal, and the output goes elsewhere: "
            "leave --watch out to check once"
        )


def _print(settings: Settings, results: Sequence["Result"], *, show_all: bool) -> None:
    from grader.render.check import check_view

    for number, result in enumerate(results):
        if number:
            click.echo()
        settings.show(check_view(result, show_all=show_all))


def _refuse_two_of_one(targets: Sequence["Target"]) -> None:
    files: dict[str, Path] = {}
    for target in targets:
        other = files.setdefault(target.problem.id, target.file)
        if other != target.file:
            raise UsageError(
                f"{other} and {target.file} are both for {target.problem.id}: "
                "name the one to hand in"
            )


def _say_examples(settings: Settings, result: "Result") -> None:
    passed, total = _examples(result)
    settings.say(f"{result.problem}: {passed} of {total} examples passed")
    if result.fault is not None:
        settings.note(f"{result.fault.message}")
    if passed < total:
        settings.note(f"packed all the same; see: grader check {result.submission}")


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
