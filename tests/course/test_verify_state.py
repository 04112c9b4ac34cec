"""Verifying: which names at the top of a test file may keep state."""

import pytest

from grader.course.verification.state import State, module_state


@pytest.mark.parametrize(
    ("code", "names"),
    [
        ("CALLS = []\ndef test_a():\n    CALLS.append(1)", ["CALLS"]),
        ("SEEN = {}\ndef test_a():\n    SEEN['a'] = 1", ["SEEN"]),
        ("SEEN = {}\ndef test_a():\n    SEEN['a'] += 1", ["SEEN"]),
        ("SEEN = {1: 2}\ndef test_a():\n    del SEEN[1]", ["SEEN"]),
        ("BOX = Box()\ndef test_a():\n    BOX.x.y = 1", ["BOX"]),
        ("N = 0\ndef test_a():\n    global N\n    N += 1", ["N"]),
        ("IDS: object = count()\ndef test_a():\n    next(IDS)", ["IDS"]),
        ("A = B = [1]\ndef test_a():\n    A.pop()", ["A"]),
        ("A, B = [], []\ndef test_a():\n    B.pop()", ["B"]),
        # no name is changed in plain sight: all that are used and no constants
        ("A = []\nB = (1, -2.0, 3 + 1)\nC = []\ndef test_a():\n    f(A, B)", ["A"]),
        ("A = 1\nB: int\ndef test_a():\n    f(A, B)", []),
    ],
)
def test_names(code: str, names: list[str]) -> None:
    """Names that a function changes come first, then those that it uses."""
    assert [state.name for state in module_state(code)] == names


def test_the_tests_that_use_a_name() -> None:
    """A test uses what its helpers use; the line is that of the value."""
    code = """\
import pytest

CALLS = []


def _note(x):
    _keep(x)


def _keep(x):
    CALLS.append(x)


def test_a():
    _note(1)


def test_b():
    pass


def test_c():
    assert CALLS
"""
    assert module_state(code) == (
        State(name="CALLS", line=3, tests=("test_a", "test_c")),
    )
