"""``grader check --watch``: check again at every save, and answer keys."""

import time
from collections.abc import Sequence
from pathlib import Path
from typing import Final

import click

from grader.cli.hints import climb
from grader.cli.keys import END, Keys
from grader.cli.settings import Settings
from grader.course.check import Checker, Saves, Target
from grader.model import Outcome, Result
from grader.render.check import check_view
from grader.render.console import is_terminal
from grader.render.layout import BLANK, Line
from grader.render.problems_view import list_view

__all__ = ["Watch"]

_POLL_SECONDS: Final = 0.02
_QUIT: Final = ("q", END)


class Watch:
    """
    Shows what became of the files, again and again.

    Parameters
    ----------
    settings
        Where it is drawn.
    checker, targets
        What is checked.
    show_all
        Whether every failure is shown in full.
    """

    def __init__(
        self,
        settings: Settings,
        checker: Checker,
        targets: Sequence[Target],
        *,
        show_all: bool,
    ) -> None:
        self._settings = settings
        self._checker = checker
        self._targets = targets
        self._show_all = show_all
        self._results: dict[Path, Result] = {}
        self._how = ""

    def run(self) -> None:
        """Check, then answer saves and keys until q or Ctrl-C."""
        saves = Saves([target.file for target in self._targets])
        try:
            with Keys() as keys:
                self._how = _how(self._targets, keys=keys.available)
                self._check(self._targets)
                while (key := keys.wait(_POLL_SECONDS).lower()) not in _QUIT:
                    self._answer(key)
                    saved = saves.take()
                    self._check([each for each in self._targets if each.file in saved])
        except KeyboardInterrupt:
            click.echo()  # the terminal has written ^C

    def _answer(self, key: str) -> None:
        if key == "r":
            self._check(self._targets)
        elif key == "h":
            self._hint()
        elif key == "l":
            problems = self._settings.library.load_all()
            self._settings.show([BLANK, *list_view(problems), BLANK])
            self._say_how()

    def _check(self, targets: Sequence[Target]) -> None:
        if not targets:
            return
        results = {target.file: self._checker.check(target) for target in targets}
        self._results |= results
        if is_terminal(self._settings.out):
            self._settings.out.clear()
        for result in results.values():
            view = check_view(result, show_all=self._show_all, watched=True)
            self._settings.show(view)
            click.echo()
        self._say_how()

    def _hint(self) -> None:
        """Show the next hint of the first problem that is not solved yet."""
        unsolved = [
            each for each in self._targets if not _passed(self._results[each.file])
        ]
        problem = (unsolved or self._targets)[0].problem
        self._settings.show([BLANK, *climb(problem, next_step="h"), BLANK])
        self._say_how()

    def _say_how(self) -> None:
        now = time.strftime("%H:%M:%S")
        self._settings.show([Line(((f"{now}  {self._how}", "dim"),))])


def _how(targets: Sequence[Target], *, keys: bool) -> str:
    names = ", ".join(str(target.file) for target in targets)
    if not keys:
        return f"watching {names} · save to check again, Ctrl-C to stop"
    return f"watching {names} · h hint · r run again · l list · q quit"


def _passed(result: Result) -> bool:
    return result.fault is None and all(
        test.outcome is Outcome.PASSED for test in result.tests
    )
