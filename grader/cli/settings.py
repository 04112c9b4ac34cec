"""What all commands share: where the problems are, how much to say, and in colour."""

import os
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.shell_completion import CompletionItem

from grader.errors import GraderError
from grader.problems import Library, locate

if TYPE_CHECKING:
    from rich.console import Console

__all__ = ["PROBLEM", "Settings", "pass_settings"]


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

    def note(self, text: str) -> None:
        """Print a line of warning or progress, unless asked to be quiet."""
        if self.verbosity >= 0:
            from grader.render.layout import Line

            self.err.print(Line(((text, "dim"),)), crop=False)


pass_settings: Callable[..., Any] = click.make_pass_decorator(Settings, ensure=True)


class _ProblemId(click.ParamType):  # type: ignore[type-arg]  # from click 8.5 on
    name = "id"

    def shell_complete(
        self,
        ctx: click.Context,
        param: click.Parameter,  # noqa: ARG002  # click's signature
        incomplete: str,
    ) -> list[CompletionItem]:
        """Complete the ids of the problems at hand."""
        root = ctx.find_root().params.get("problems")
        try:
            found = locate(root, os.environ.get("GRADER_PROBLEMS"), Path.cwd())
        except GraderError:
            return []
        return [
            CompletionItem(name) for name in found.ids() if name.startswith(incomplete)
        ]


PROBLEM = _ProblemId()
