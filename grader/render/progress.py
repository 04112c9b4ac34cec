"""How far a run has come: a bar on a terminal, a line now and then elsewhere.

The bar is redrawn by `Progress.advance` alone. It starts no thread, because the grader
forks.
"""

import time
from collections.abc import Callable
from types import TracebackType
from typing import Self

from rich import progress as bar
from rich.console import Console
from rich.table import Column

from grader.export.text import seconds, visible
from grader.render.console import is_terminal
from grader.render.layout import Line

__all__ = ["Progress"]

_BAR_SECONDS = 0.1
_LINE_SECONDS = 10.0


class Progress:
    """Shows each finished submission; use it as a context manager.

    Parameters
    ----------
    console
        Of stderr.
    total
        How many submissions there are.
    clock
        Returns seconds; a test passes its own.
    """

    def __init__(
        self,
        console: Console,
        total: int,
        *,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._console = console
        self._total = total
        self._clock = clock
        self._done = 0
        self._start = self._shown = clock()
        self._bar = _bar(console, clock) if is_terminal(console) else None
        self._task = bar.TaskID(0)

    def __enter__(self) -> Self:
        if self._bar is not None:
            self._bar.start()
            self._task = self._bar.add_task("", total=self._total, who="")
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    def advance(self, student: str, problem: str) -> None:
        """Count one finished submission, and show it if the last time is long ago."""
        self._done += 1
        who = f"{visible(problem)} {visible(student)}"
        if self._bar is not None:
            self._bar.update(self._task, completed=self._done, who=who)
        every = _LINE_SECONDS if self._bar is None else _BAR_SECONDS
        now = self._clock()
        if now - self._shown >= every:
            self._shown = now
            self._show(who, now - self._start)

    def _show(self, who: str, elapsed: float) -> None:
        if self._bar is not None:
            self._bar.refresh()
            return
        left = seconds(elapsed / self._done * (self._total - self._done))
        text = f"{self._done} of {self._total} · {who} · about {left} left"
        self._console.print(Line(((text, ""),)), crop=False)


def _bar(console: Console, clock: Callable[[], float]) -> bar.Progress:
    return bar.Progress(
        bar.BarColumn(bar_width=40),
        bar.MofNCompleteColumn(),
        bar.TimeRemainingColumn(compact=True),
        bar.TextColumn(
            "{task.fields[who]}",
            markup=False,
            style="dim",
            table_column=Column(no_wrap=True, overflow="ellipsis"),
        ),
        console=console,
        auto_refresh=False,
        transient=True,
        redirect_stdout=False,
        redirect_stderr=False,
        get_time=clock,
    )
