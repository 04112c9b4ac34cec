"""What all commands share: where the problems are, how much to say, and in colour."""

import os
import sys
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from grader.errors import GraderError
from grader.problems import Library, locate
from grader.processors import usable

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["PROBLEM", "Settings", "common_options", "jobs_option", "pass_settings"]


@dataclass(kw_only=True)
class Settings:
    """The options that stand before a command's name."""

    problems: Path | None = None
    color: str = "auto"
    verbosity: int = 0  # -1 with -q, 1 and more with -v

    @cached_property
    def library(self) -> Library:
        """The problems at hand."""
        return locate(self.problems, os.environ.get("GRADER_PROBLEMS"), Path.cwd())

    @cached_property
    def out(self) -> "Console":
        """Where results go."""
        from grader.render.console import Color, stdout

        return stdout(Color(self.color))

    @cached_property
    def err(self) -> "Console":
        """Where progress and warnings go."""
        from grader.render.console import Color, stderr

        return stderr(Color(self.color))

    def show(self, view: Any) -> None:
        """Print a view of `grader.render`."""
        from grader.render.console import show

        show(self.out, view)

    def say(self, text: str) -> None:
        """Print a line; only a terminal has it wrapped, so that scripts can read it."""
        from grader.export.text import visible
        from grader.render.console import is_terminal
        from grader.render.layout import Line, encodable

        if is_terminal(self.out):
            self.show([Line(((text, ""),))])
        else:
            click.echo(encodable(visible(text), sys.stdout.encoding))

    def note(self, text: str) -> None:
        """Print a line of warning or progress, unless asked to be quiet."""
        if self.verbosity >= 0:
            from grader.render.layout import Line

            self.err.print(Line(((text, "dim"),)), crop=False)


def jobs_option(help_text: str) -> Callable[..., Any]:
    """Return the option that says how much goes on at the same time."""
    return click.option(
        "-j",
        "--jobs",
        type=click.IntRange(min=1),
        default=lambda: len(usable()),
        show_default="all processors",
        help=help_text,
    )


def common_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """Add the options that may stand before a command's name or after it."""
    for option in (
        click.option(
            "-v",
            "--verbose",
            count=True,
            expose_value=False,
            callback=_keep("verbosity"),
            help="Say more.",
        ),
        click.option(
            "-q",
            "--quiet",
            is_flag=True,
            flag_value=-1,
            default=0,
            expose_value=False,
            callback=_keep("verbosity"),
            help="No progress and no notes.",
        ),
        click.option(
            "--color",
            type=click.Choice(["auto", "always", "never"]),
            expose_value=False,
            callback=_keep("color"),
            help="Colour; NO_COLOR and FORCE_COLOR are heeded too.",
        ),
        click.option(
            "--problems",
            type=click.Path(file_okay=False, path_type=Path),
            metavar="DIR",
            expose_value=False,
            callback=_keep("problems"),
            help="Where the problems are (else GRADER_PROBLEMS, else the nearest).",
        ),
    ):
        command = option(command)
    return command


def _keep(name: str) -> Callable[[click.Context, click.Parameter, Any], None]:
    """Return what puts an option's value into the settings, if it was given."""

    def callback(context: click.Context, _: click.Parameter, value: Any) -> None:
        settings = context.ensure_object(Settings)
        if value:
            setattr(settings, name, value)

    return callback


def pass_settings(command: Callable[..., Any]) -> Callable[..., Any]:
    """Give a command the settings, and the options that make them."""
    give = click.make_pass_decorator(Settings, ensure=True)
    return common_options(give(command))


class _ProblemId(click.ParamType):  # type: ignore[type-arg]  # from click 8.5 on
    name = "id"

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002  # click's signature
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete the ids of the problems at hand."""
        try:
            ids = ctx.ensure_object(Settings).library.ids()
        except GraderError:
            return []
        return [CompletionItem(name) for name in ids if name.startswith(incomplete)]


PROBLEM = _ProblemId()
