"""The skeleton of a problem: a small exercise, complete but for its solution.

It loads, and `grader verify` fails on it only because the reference solution is not
written: an author sees each shape of test at work, then changes them one by one.
"""

from pathlib import Path
from string import Template

from grader.errors import UsageError
from grader.problems import id_fault

__all__ = ["new"]

_SETTINGS = """\
title = "$title"
unit = "first_unit"          # problems of one unit stand together
difficulty = "easy"          # easy | medium | hard
minutes = 20                 # what a student should plan for
hidden_tests = 8             # students are told how many; `grader verify` counts
# needs = ["torch"]          # packages beyond numpy that a solution may import
# seed_per_student = true    # other random inputs for each student

# [limits]                   # only what differs from the defaults
# wall_seconds = 5.0         # one test, its import of the submission included

# The rubric. Points are split evenly over the hidden tests of a category. A hint is
# shown to students who lose points there: it must not give an input or a value away.
[[categories]]
id = "values"
title = "The values are right"
points = 2
hint = "Work one example out on paper. Is your mean that of the values?"

[[categories]]
id = "calls"
title = "The function is called once a point"
points = 1
hint = "Count how often your code calls f. Can you keep the values of the first round?"

[[categories]]
id = "form"
title = "An array of floats; the points stay as they are"
points = 1
hint = "Look at the shape and dtype of what you return, and at the points afterwards."

[[categories]]
id = "no_points"
title = "No points at all"
points = 1
hint = "The statement says what to raise when there is nothing to take the mean of."
"""

_STATEMENT = """\
Write `$id(f, points)`.
It calls `f` at each point and returns two things: the values, as an array of floats in
the order of the points, and their mean.

## Requirements

- `points` is a list or a one-dimensional array; your code leaves it as it was.
- `f` takes one number and returns one number. It may be slow: call it once a point.
- Without any point there is no mean: raise a `ValueError`.

## The idea behind it

Sampling a function is the first step of every numerical method. What it costs is the
number of calls.
"""

_STUB = '''\
"""Write your solution here, and keep the name of the function."""

from collections.abc import Callable, Sequence

import numpy as np


def $id(
    f: Callable[[float], float], points: Sequence[float] | np.ndarray
) -> tuple[np.ndarray, float]:
    """Return the values of f at the points, and their mean."""
    raise NotImplementedError("write me")
'''

_EXAMPLES = '''\
"""The examples that every student has: worth no points, shown in full."""

import numpy as np

from grader.testing import assert_close


def test_squares_of_three_points(student):
    """The squares of 1, 2 and 3 have the mean 14/3."""
    result = student.$id(lambda x: x * x, [1.0, 2.0, 3.0])
    expected = (np.array([1.0, 4.0, 9.0]), 14.0 / 3.0)
    assert_close(result, expected, names=("values", "mean"), rtol=1e-12)
'''

_HIDDEN = '''\
"""The hidden tests: each has one category, and a sentence that says what it is about.

Keep what helps, in the shape of your own problem, and delete the rest.
"""

import math

import numpy as np
import pytest

from grader.testing import (
    assert_close,
    assert_dtype,
    assert_equal,
    assert_shape,
    assert_unchanged,
    unpack,
)

NAMES = ("values", "mean")


@pytest.mark.category("values")
def test_cubes_of_three_points(student):
    """A fixed input with values that were worked out by hand."""
    result = student.$id(lambda x: x**3, [-1.0, 0.5, 2.0])
    expected = (np.array([-1.0, 0.125, 8.0]), 2.375)
    assert_close(result, expected, names=NAMES, rtol=1e-12)


@pytest.mark.category("values")
@pytest.mark.parametrize(("x", "value"), [(0.0, 1.0), (1.0, math.e)])
def test_the_mean_of_one_value(student, x, value):
    """One test for several inputs: the mean of one value is that value."""
    result = student.$id(math.exp, [x])
    assert_close(result, (np.array([value]), value), names=NAMES, rtol=1e-12)


@pytest.mark.category("values")
def test_random_points(student, rng):
    """A random input, compared with code that takes another way to the values."""
    points = rng.normal(size=20)
    result = student.$id(lambda x: 2.0 * x, points)
    expected = (points + points, math.fsum(points + points) / 20)
    assert_close(result, expected, names=NAMES, rtol=1e-12, atol=1e-15)


@pytest.mark.category("calls")
def test_five_points_take_five_calls(student):
    """A function of the test is called by the student's code, and counts the calls."""
    calls = []

    def f(x):
        calls.append(x)
        return 1.0

    student.$id(f, [0.0, 1.0, 2.0, 3.0, 4.0])
    assert_equal(len(calls), 5)


@pytest.mark.category("form")
def test_the_values_are_an_array_of_floats(student):
    """Shape and dtype, apart from the values."""
    result = student.$id(lambda x: x, [1, 2, 3])
    values, _ = unpack(result, 2, names=NAMES)
    assert_shape(values, (3,))
    assert_dtype(values, np.float64)


@pytest.mark.category("form")
def test_the_points_stay_as_they_are(student):
    """No argument is changed by the student's code."""
    student.$id(lambda x: -x, np.array([3.0, 1.0, 2.0]))
    assert_unchanged(student)


@pytest.mark.category("no_points")
def test_no_points_is_an_error(student):
    """An error that the statement asks for."""
    with student.raises("ValueError"):
        student.$id(lambda x: x, [])
'''

_HINTS = """\
## One value at a time

What does `f` take: one point, or all of them at once?

## Keep the values

Collect the values in a list as you call `f`. Which of the two results needs only that
list?

## Almost the code

Make the list an array of floats, and take `.mean()` of it. What must be checked first?
"""

_WRONG = """\
# loses: values
# message: You return the sum of the values: divide it by their number.
import numpy as np


def $id(f, points):
    if len(points) == 0:
        raise ValueError("no points")
    values = np.array([f(x) for x in points], dtype=float)
    return values, values.sum()
"""

_RIGHT = """\
# style: a loop that fills an array, and a running sum
import numpy as np


def $id(f, points):
    count = len(points)
    if count == 0:
        raise ValueError("there is no mean of nothing")
    values, total = np.empty(count), 0.0
    for i in range(count):
        values[i] = f(points[i])
        total += values[i]
    return values, total / count
"""

_SOLUTION = '''\
"""The reference solution."""

from collections.abc import Callable, Sequence

import numpy as np


def $id(
    f: Callable[[float], float], points: Sequence[float] | np.ndarray
) -> tuple[np.ndarray, float]:
    """Return the values of f at the points, and their mean."""
    raise NotImplementedError("write the reference solution")
'''

_WALKTHROUGH = """\
# $title

<!-- How one arrives at the solution: the steps, the traps, what to take away. -->
"""

_PROBLEM_FILES = {
    "problem.toml": _SETTINGS,
    "statement.md": _STATEMENT,
    "stub.py": _STUB,
    "test_examples.py": _EXAMPLES,
    "test_hidden.py": _HIDDEN,
    "hints.md": _HINTS,
    "wrong/sum_for_mean.py": _WRONG,
    "right/running_sum.py": _RIGHT,
}


def new(problem_id: str, problems_dir: Path) -> list[Path]:
    """Write the skeleton of a problem and return its files.

    The solution goes where `Problem.solution` looks for it: beside ``problems_dir``.

    Raises
    ------
    UsageError
        If the id cannot be one or is taken; nothing is written then.
    """
    if fault := id_fault(problem_id):
        raise UsageError(fault)
    folder = problems_dir / problem_id
    solutions = problems_dir.resolve().parent / "solutions"
    files = {folder / name: text for name, text in _PROBLEM_FILES.items()}
    files[solutions / f"{problem_id}.py"] = _SOLUTION
    files[solutions / f"{problem_id}.md"] = _WALKTHROUGH
    for path in (folder, *files):
        if path.exists():
            raise UsageError(f"{path} exists: choose another id, or move it away")
    title = problem_id.replace("_", " ").capitalize()
    for path, text in files.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        content = Template(text).substitute(id=problem_id, title=title)
        path.write_bytes(content.encode())
    return list(files)
