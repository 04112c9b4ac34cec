"""Questions to the person at the terminal, if there is one."""

from collections.abc import Callable
from typing import TypeVar

import click

from grader.errors import UsageError

__all__ = ["ask", "confirm"]

_Answer = TypeVar("_Answer")


def ask(question: str, *, otherwise: str) -> str:
    """
    Return an answer.

    Raises
    ------
    UsageError
        Nobody answers; ``otherwise`` says what to do instead.
    """
    return _answer(lambda: str(click.prompt(question)), otherwise)


def confirm(question: str, *, otherwise: str) -> bool:
    """Return whether the answer is yes; see `ask`."""
    return _answer(lambda: click.confirm(question), otherwise)


def _answer(put: Callable[[], _Answer], otherwise: str) -> _Answer:
    try:
        return put()
    except click.Abort as aborted:
        if isinstance(aborted.__context__, EOFError):
            click.echo()
            raise UsageError(otherwise) from None
        raise  # Ctrl-C
