"""The border where exceptions become a line on standard error and an exit code."""

import os
import sys
import traceback
from collections.abc import Sequence
from pathlib import Path

import click

from grader.cli.commands import commands
from grader.errors import ExitCode, GraderError, ProblemBroken
from grader.export.text import visible_lines

__all__ = ["main", "run"]


def main() -> None:
    """Run the command of this process and exit."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed, as with ">&-"
            nowhere = Path(os.devnull).open("w", encoding="utf-8")  # noqa: SIM115
            setattr(sys, name, nowhere)
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = _run(list(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough, as with "| head". What is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
        return ExitCode.DONE
    return code


def _run(arguments: list[str]) -> int:
    stdout = sys.stdout
    try:
        code = commands.main(arguments, prog_name="grader", standalone_mode=False)
    except SystemExit as ended:
        # Where the reader has gone click wraps the stream and exits; rich just exits.
        if sys.stdout is not stdout or isinstance(ended.__context__, BrokenPipeError):
            raise BrokenPipeError from None
        raise
    except click.exceptions.Exit as exited:
        return exited.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("\ngrader: interrupted", err=True)
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except ProblemBroken as error:
        faults = [f"  {fault}" for fault in error.faults]
        are = "are" if ", " in error.problem else "is"
        return _say(f"{error.problem} {are} not fit to use:", *faults)
    except GraderError as error:
        _say(str(error))
        return error.exit_code
    except OSError as error:
        return _say(str(error))
    except Exception as error:  # noqa: BLE001  # the last border: a fault of our own
        return _own_fault(error, verbose=bool({"-v", "--verbose"} & {*arguments}))
    return code if isinstance(code, int) else ExitCode.DONE


def _own_fault(error: Exception, *, verbose: bool) -> ExitCode:
    if verbose:
        trace = "".join(traceback.format_exception(error))
        click.echo("\n".join(visible_lines(trace)), err=True)
    more = "" if verbose else " (-v shows where)"
    return _say(
        f"a fault of the grader's own, please report it: "
        f"{type(error).__name__}: {error}{more}"
    )


def _say(*lines: str) -> ExitCode:
    """Print what went wrong; file names in it may hold anything."""
    text = "grader: " + "\n".join(lines)
    if sys.stderr.isatty():
        from grader.render.console import show, stderr
        from grader.render.layout import Line

        show(stderr(), [Line(((text, ""),))])  # wraps at words
    else:
        click.echo("\n".join(visible_lines(text)), err=True)
    return ExitCode.BROKEN
