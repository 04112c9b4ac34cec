"""Runs an example of the statement as a test; loaded in the trusted runner only."""

import ast
import contextlib
import io
import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np

from grader.compare import show
from grader.remote import Student, StudentError
from grader.testing import assert_close

__all__ = ["Example", "replay"]

_RTOL: Final = 1e-5  # printed numbers are rounded


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One ``>>>`` example; ``raises`` is the last line of a traceback that it shows."""

    line: int
    block: int
    source: str
    want: str
    raises: str


def replay(
    student: Student, functions: Sequence[str], examples: Sequence[Example], line: int
) -> None:
    """
    Run the example of a line, after those before it in its block.

    Parameters
    ----------
    student
        The submission whose functions are called.
    functions
        The names of the stub.
    examples
        All examples of the statement, in order.
    line
        The one to check.

    Raises
    ------
    AssertionError
        The value or exception is not the one that is shown.
    """
    names = {"np": np, "math": math} | {
        name: getattr(student, name) for name in functions
    }
    (chosen,) = (example for example in examples if example.line == line)
    for example in examples:
        if example.block == chosen.block and example.line < line:
            with contextlib.suppress(StudentError):
                _run(example.source, names)
    try:
        value, printed = _run(chosen.source, names)
    except StudentError as error:
        if not chosen.raises:
            raise
        _check_exception(str(error), chosen.raises)
        return
    if chosen.raises:
        raise AssertionError(f"nothing was raised, but {chosen.raises} is shown")
    _check_value(value, printed, chosen.want)


def _run(source: str, names: dict[str, Any]) -> tuple[Any, str]:
    """Execute a statement; return the value of an expression and what was printed."""
    tree = ast.parse(source)
    out = io.StringIO()
    try:
        with contextlib.redirect_stdout(out):
            if len(tree.body) == 1 and isinstance(tree.body[0], ast.Expr):
                return eval(source.strip(), names), out.getvalue()
            exec(source, names)
    except (NameError, TypeError, ImportError, AttributeError) as error:
        message = f"it cannot be run: {type(error).__name__}: {error}"
        raise AssertionError(message) from None
    return None, out.getvalue()


def _check_value(value: Any, printed: str, want: str) -> None:
    if printed:
        assert printed.split() == want.split(), f"it prints {printed.strip()!r}"
    elif want:
        right = _value_of(want)
        assert_close(value, right, rtol=_RTOL if _has_float(want) else 0.0)
    elif value is not None:
        raise AssertionError(f"the value {show(value)} is not shown")


def _check_exception(said: str, shown: str) -> None:
    start, more, _ = shown.partition("...")
    same = said.startswith(start) if more else said == shown
    assert same, f"{said} is raised, but {shown} is shown"


def _value_of(text: str) -> Any:
    """Return the value of printed text, in which arrays may occur."""
    known = {**vars(np), "np": np, "__builtins__": {}}
    try:
        return eval(text.strip(), known)
    except Exception:  # noqa: BLE001  # text of any kind
        raise AssertionError(f"{text.strip()} is shown, which is no value") from None


def _has_float(text: str) -> bool:
    return any(
        isinstance(node, ast.Constant) and isinstance(node.value, float | complex)
        for node in ast.walk(ast.parse(text.strip()))
    )
