"""Verifying: the examples of a statement are found, run and compared."""

from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from grader.course.verification.examples import Misread, parse
from grader.course.verification.replay import Example, replay
from grader.remote import StudentError

STATEMENT = """\
Text with `>>> f(1)` in it.

```python
# no example
f(2)
```

```python
>>> x = np.array([1.0,
...               2.0])
>>> f(x)
array([2., 4.])

>>> f("a")
Traceback (most recent call last):
  ...
ValueError: no number
```

```text
>>> of another language
```
"""


def test_examples_of_a_statement() -> None:
    """Each example has the line that it stands on and what it shows."""
    assert parse(STATEMENT, ["f"]).examples == (
        Example(
            line=9,
            block=1,
            source="x = np.array([1.0,\n              2.0])\n",
            want="",
            raises="",
        ),
        Example(line=11, block=1, source="f(x)\n", want="array([2., 4.])\n", raises=""),
        Example(
            line=14,
            block=1,
            source='f("a")\n',
            want="Traceback (most recent call last):\n  ...\nValueError: no number\n",
            raises="ValueError: no number",
        ),
    )


def block(*lines: str) -> str:
    """Return a python block, its first line at 2."""
    return "\n".join(["```python", *lines, "```", ""])


def test_what_is_no_example() -> None:
    """An example outside of a python block is told of, as nobody would run it."""
    assert parse(STATEMENT, ["f"]).misread == (
        Misread(
            line=21,
            found="an example outside of a python block is not run",
            do="put it between ```python and ```",
        ),
    )


@pytest.mark.parametrize(
    ("lines", "line", "found"),
    [
        ([">>> g(1)", "2"], 2, "g(1) calls g, which the stub does not define"),
        ([">>> f(1)", "2", ">>> 1 + 1", "2"], 4, "1 + 1 calls no function of the stub"),
        ([">>> len([])", "0"], 2, "len([]) calls no function of the stub"),
        ([">>> f(", "2"], 2, "the example does not parse: '(' was never closed"),
    ],
)  # fmt: skip
def test_examples_that_are_about_something_else(
    lines: list[str], line: int, found: str
) -> None:
    """An example must call a function of the stub, and know what else it calls."""
    (misread,) = parse(block(*lines), ["f"]).misread
    assert (misread.line, misread.found) == (line, found)


def test_a_block_that_is_no_session() -> None:
    """What doctest cannot read is told of, not skipped."""
    assert parse(block(">>> f(1)", "  2", ">>>f(2)"), ["f"]).misread == (
        Misread(
            line=4,
            found="the example lacks blank after >>>: '>>>f(2)'",
            do="write the example as an interactive session shows it",
        ),
    )


@pytest.mark.parametrize(
    "lines",
    [
        [">>> v = f(2)", ">>> w = v * 3", ">>> w", "6"],
        [">>> def g(x):", "...     return x", ">>> f(g)", "1"],
        [">>> f(lambda x: x, np.array([1]), math.sqrt(2.0), len([]))", "1"],
        [">>> import json", ">>> f(json.dumps(1))", "1"],
    ],
)
def test_examples_may_use_names_of_their_own(lines: list[str]) -> None:
    """What an example binds may be called, and what came of the stub counts."""
    assert parse(block(*lines), ["f"]).misread == ()


def fail(_: object) -> None:
    """Raise as a student's function does."""
    raise StudentError(("ValueError", "Exception"), "no number", 3)


STUDENT = SimpleNamespace(
    twice=lambda x: 2 * x,
    third=lambda x: x / 3,
    array=lambda n: np.arange(n) / 3,
    pair=lambda: (np.float64(0.5), np.True_),
    fail=fail,
)


def run(*lines: str, before: str = "") -> str | None:
    """Replay the last example of a block; return why it fails."""
    examples = parse(before + block(*lines), list(vars(STUDENT))).examples
    student: Any = STUDENT
    try:
        replay(student, list(vars(STUDENT)), examples, examples[-1].line)
    except AssertionError as error:
        return str(error)
    return None


@pytest.mark.parametrize(
    "lines",
    [
        [">>> twice(3)", "6"],
        [">>> third(1.0)", "0.333333"],
        [">>> array(3)", "array([0.        , 0.33333333, 0.66666667])"],
        [">>> pair()", "(0.5, True)"],
        [">>> x = twice(3)", ">>> twice(x)", "12"],
        [">>> x = twice(3)"],
        [">>> print(twice(3), twice(4))", "6   8"],
        [">>> twice(float('nan'))", "nan"],
        [">>> twice('ab')", "'abab'"],
        [">>> fail(1)", "Traceback (most recent call last):", "ValueError: no number"],
        [">>> fail(1)", "Traceback (most recent call last):", "ValueError: no..."],
        [">>> fail(1)", "1", ">>> twice(3)", "6"],
    ],
)
def test_examples_that_hold(lines: list[str]) -> None:
    """Printed values are compared as values, floats to five digits."""
    assert run(*lines) is None


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ([">>> twice(3)", "7"], "6 for 7, off by 1"),
        ([">>> twice(500_000)", "1000001"], "1000000 for 1000001, off by 1"),
        ([">>> third(1.0)", "0.3333"],
         "0.3333333333333333 for 0.3333, off by 3.33e-05"),
        ([">>> twice(3)"], "the value 6 is not shown"),
        ([">>> twice(3)", "about 6"], "about 6 is shown, which is no value"),
        ([">>> print(twice(3))", "7"], "it prints '6'"),
        ([">>> twice(lost)", "6"],
         "it cannot be run: NameError: name 'lost' is not defined"),
        ([">>> twice(3)", "Traceback (most recent call last):", "ValueError: x"],
         "nothing was raised, but ValueError: x is shown"),
        ([">>> fail(1)", "Traceback (most recent call last):", "TypeError: x"],
         "ValueError: no number is raised, but TypeError: x is shown"),
    ],
)  # fmt: skip
def test_examples_that_do_not_hold(lines: list[str], message: str) -> None:
    """The reason says what came instead."""
    assert run(*lines) == message


def test_each_block_stands_alone() -> None:
    """A name of one block is not known in the next one."""
    before = block(">>> x = twice(3)")
    assert run(">>> twice(x)", "12", before=before) == (
        "it cannot be run: NameError: name 'x' is not defined"
    )


def test_an_error_that_is_not_shown() -> None:
    """An exception of the student's is theirs where the statement shows a value."""
    with pytest.raises(StudentError, match="ValueError: no number"):
        run(">>> fail(1)", "2")
