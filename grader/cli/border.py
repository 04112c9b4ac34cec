"""The border where exceptions become a line on standard error and an exit code."""

import os
import sys
from collections.abc import Sequence

import click

from grader.cli.commands import commands
from grader.errors import ExitCode, GraderError, ProblemBroken

__all__ = ["main", "run"]


def main() -> None:
    """Run the command of this process and exit."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: Sequence[str]) -> int:
    """Run a command and return its exit code."""
    try:
        code = _run(list(arguments))
        sys.stdout.flush()
    except BrokenPipeError:
        # The reader has seen enough, as with "| head". What is left goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return ExitCode.DONE
    return code


def _run(arguments: list[str]) -> int:
    try:
        code = commands.main(arguments, prog_name="grader", standalone_mode=False)
    except click.exceptions.Exit as exited:
        return exited.exit_code
    except (click.Abort, KeyboardInterrupt):
        click.echo("\ngrader: interrupted", err=True)
        return ExitCode.INTERRUPTED
    except click.ClickException as error:
        error.show()
        return ExitCode.USAGE
    except ProblemBroken as error:
        click.echo(f"grader: {error.problem} is not fit to use:", err=True)
        for fault in error.faults:
            click.echo(f"  {fault}", err=True)
        return error.exit_code
    except GraderError as error:
        click.echo(f"grader: {error}", err=True)
        return error.exit_code
    return code if isinstance(code, int) else ExitCode.DONE
