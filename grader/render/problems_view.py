"""The views of `grader list`, `show` and `hint`: problems, a statement, a rung."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from grader.export.text import counted, visible_lines
from grader.render.layout import BLANK, Line, View, encodable
from grader.render.table import Column, Table

__all__ = ["Listed", "hint_view", "list_view", "statement_view"]


class Listed(Protocol):
    """What the list shows of a problem; `grader.problems.Problem` has it."""

    @property
    def id(self) -> str: ...
    @property
    def title(self) -> str: ...
    @property
    def difficulty(self) -> str: ...
    @property
    def minutes(self) -> int: ...
    @property
    def hidden_tests(self) -> int: ...


def list_view(problems: Iterable[Listed]) -> View:
    """Return the table of `grader list`, in the given order."""
    columns = [
        Column("problem"),
        Column("title", wraps=True),
        Column("difficulty"),
        Column("minutes", number=True),
        Column("hidden\ntests", number=True),
    ]
    rows = [
        [
            (each.id, ""),
            (each.title, "bold"),
            (each.difficulty, ""),
            (str(each.minutes), ""),
            (str(each.hidden_tests), ""),
        ]
        for each in problems
    ]
    if not rows:
        return [Line((("no problems here", ""),))]
    return [
        Table(columns=columns, rows=rows),
        BLANK,
        Line(((counted(len(rows), "problem"), ""),)),
    ]


def statement_view(markdown: str) -> View:
    """Return the text of `grader show`, laid out on a terminal, else as written."""
    return [_Prose(markdown)]


def hint_view(
    *,
    problem: str,
    problem_title: str,
    rung: int,
    rungs: int,
    title: str,
    text: str,
    next_command: str | None = None,
) -> View:
    """Return one rung of `grader hint`; ``rung`` counts from 1."""
    about = f"  {problem} · rung {rung} of {rungs}"
    view: View = [Line(((problem_title, "bold"), (about, "dim"))), BLANK]
    view += [Line(((title, "bold cyan"),)), _Prose(text)]
    if next_command is not None:
        step = Line(((next_command, ""),), head=(("next  ", "dim"),))
        view += [BLANK, step]
    return view


@dataclass(frozen=True, slots=True)
class _Prose:
    """Markdown, laid out where a person reads it on a terminal that can show it."""

    markdown: str

    def __rich_console__(
        self, console: Console, options: ConsoleOptions
    ) -> RenderResult:
        text = "\n".join(visible_lines(self.markdown.strip("\n")))
        if console.is_terminal and not options.ascii_only:
            from rich.markdown import Markdown  # a third of a command's start

            yield Markdown(text, code_theme="ansi_dark", hyperlinks=False)
        else:
            # Unwrapped: what is copied out of a code block must still run.
            safe = encodable(text, options.encoding)
            yield Text(safe, no_wrap=True, overflow="ignore")
