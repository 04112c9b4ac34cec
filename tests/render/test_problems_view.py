"""Lists of problems, statements and hints."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from grader.render.console import console_for, show
from grader.render.problems_view import hint_view, list_view, statement_view

Draw = Callable[..., str]


@dataclass(frozen=True)
class Listed:
    id: str
    title: str
    difficulty: str = "easy"
    minutes: int = 20
    hidden_tests: int = 12


PROBLEMS = [
    Listed("gradient_check", "Gradient check for a backward pass"),
    Listed(
        "softmax_cross_entropy",
        "Softmax with cross-entropy: a stable loss and its gradient",
        difficulty="medium",
        minutes=5,
        hidden_tests=9,
    ),
]


def test_the_list_of_problems(draw: Draw) -> None:
    """One row a problem in the given order; a long title wraps in its column."""
    assert (
        draw(list_view(PROBLEMS))
        == """\
                                                                          hidden
problem                title                         difficulty  minutes   tests
gradient_check         Gradient check for a          easy             20      12
                       backward pass
softmax_cross_entropy  Softmax with cross-entropy:   medium            5       9
                       a stable loss and its
                       gradient

2 problems
"""
    )


def test_no_problems(draw: Draw) -> None:
    """An empty list says so."""
    assert draw(list_view([])) == "no problems here\n"


STATEMENT = """\
# Gradient check

Write `gradient_check(a, b)`: the **relative** error …

```python
x = [bold]
if x:  # a comment that is longer than the eighty columns of a pipe, and must stay whole
    pass
```
"""


def test_a_statement_in_a_pipe_is_as_written(draw: Draw) -> None:
    """Elsewhere than on a terminal the Markdown is left alone, code unwrapped."""
    assert draw(statement_view(STATEMENT)) == STATEMENT
    assert draw(statement_view(STATEMENT), encoding="ascii") == STATEMENT.replace(
        "…", "..."
    )


def test_a_statement_on_a_terminal_is_laid_out(
    stream: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a terminal, headings, emphasis and code are drawn."""
    monkeypatch.setenv("TERM", "xterm")
    monkeypatch.setenv("NO_COLOR", "1")
    out = stream(terminal=True)
    show(console_for(out), statement_view("**Write** `f`:\n\n- one\n- two\x1b"))
    assert [line.rstrip() for line in out.text().splitlines()] == [
        "Write f:",
        "",
        " • one",
        " • two\\x1b",
    ]


def test_one_rung_of_the_ladder(draw: Draw) -> None:
    """A hint says which of how many it is, and how to see the next one."""
    rung = {
        "problem": "gradient_check",
        "problem_title": "Gradient check",
        "rung": 1,
        "rungs": 4,
        "title": "What is compared",
        "text": "Which *length* is zero?",
    }
    assert (
        draw(hint_view(**rung, next_command="grader hint gradient_check"))
        == """\
Gradient check  gradient_check · rung 1 of 4

What is compared
Which *length* is zero?

next  grader hint gradient_check
"""
    )
    assert draw(hint_view(**rung)).splitlines()[-1] == "Which *length* is zero?"
