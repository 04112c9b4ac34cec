"""Fifteen submissions that other graders mark wrongly, on a real problem.

Each is graded with the original tests and short time limits; in each case a correct
submission that the same runner grades right afterwards gets full marks.
"""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from grader.course.setups import setup_of
from grader.intake.source import decode
from grader.problems import load
from grader.run.runner import Runner
from grader.run.tasks import Task

ROOT = Path(__file__).parents[2]
PROBLEM = ROOT / "problems" / "gradient_check"
CORRECT = (ROOT / "solutions" / "gradient_check.py").read_text("utf-8")
FULL = 12.0

# One kind of input: only one hidden test passes whole numbers in an array.
WHOLE = "isinstance(analytic, np.ndarray) and analytic.dtype.kind == 'i'"
SPECIAL = (
    f"{CORRECT}\nright = gradient_check\n"
    "def gradient_check(analytic, numeric, tol=1e-6):\n"
)


@pytest.fixture(scope="module")
def runner(server, tmp_path_factory):
    """Grade with the problem's own tests, but with short limits."""
    folder = tmp_path_factory.mktemp("peers") / "gradient_check"
    shutil.copytree(PROBLEM, folder)
    setup = setup_of(load(PROBLEM))
    limits = replace(setup.limits, wall_seconds=0.6, address_space_bytes=700 << 20)
    made = Runner(server, replace(setup, folder=str(folder), limits=limits))
    yield made
    made.close()


@pytest.fixture
def grade(runner):
    """Grade a source or a file's bytes; then the reference must have full marks."""

    def _grade(source):
        text = source if isinstance(source, str) else decode(source)
        if isinstance(text, str):
            task = Task(source=text, seed=1)
        else:
            task = Task(source="", seed=1, fault=text)
        report = runner.run(task)
        after = runner.run(Task(source=CORRECT, seed=1))
        assert score(after) == FULL
        return report

    return _grade


def score(report):
    """Return the points of a report."""
    return sum(test.points for test in report.tests)


def lost(report):
    """Return the outcome of each hidden test that earned nothing."""
    return {
        test.id: test.outcome.value
        for test in report.tests
        if test.points == 0 and not test.visible
    }


HONEST = {
    "correct": CORRECT,
    "a line on standard error": f"import sys\nprint('!', file=sys.stderr)\n{CORRECT}",
    "prints": CORRECT.replace("    gap =", "    print('debug', a, b)\n    gap ="),
    "byte order mark": b"\xef\xbb\xbf" + CORRECT.encode(),
    "latin-1 with its coding line": b"# coding: latin-1\n# caf\xe9\n"
    + CORRECT.encode(),
}


@pytest.mark.parametrize("name", HONEST)
def test_an_honest_submission_has_full_marks(grade, name):
    """A correct file has all points, whatever it prints and however it is saved."""
    report = grade(HONEST[name])
    assert (score(report), report.fault) == (FULL, None)


def test_a_neighbour_named_numpy_is_not_imported(grade, tmp_path):
    """A file numpy.py in the student's folder shadows nothing."""
    (tmp_path / "numpy.py").write_text("raise SystemExit('shadowed')")
    (tmp_path / "gradient_check.py").write_text(CORRECT)
    report = grade((tmp_path / "gradient_check.py").read_bytes())
    assert (score(report), report.fault) == (FULL, None)


def test_a_latin_1_byte_without_a_coding_line_is_one_fault(grade):
    """A file that Python would not read is told so, with the line."""
    report = grade(b"import math\n# caf\xe9\n" + CORRECT.encode())
    assert score(report) == 0.0
    assert (report.fault.kind, report.fault.line) == ("encoding", 2)


CHEATS = {
    "equals everything": """
class Yes:
    def __eq__(self, other): return True
    def __bool__(self): return True
    def __float__(self): return 0.0
    def __array__(self, *_, **__): import numpy; return numpy.zeros(())
def gradient_check(analytic, numeric, tol=1e-6): return Yes(), Yes()
""",
    "equals everything as a whole": """
class Yes(tuple):
    def __eq__(self, other): return True
    def __len__(self): return 2
def gradient_check(analytic, numeric, tol=1e-6): return Yes()
""",
    "reads frames": """
import sys
def gradient_check(analytic, numeric, tol=1e-6):
    frame = sys._getframe()
    while frame:
        for name in ("error", "expected", "ok"):
            if name in frame.f_locals: return frame.f_locals[name]
        frame = frame.f_back
""",
    "reads the heap": """
import gc
def gradient_check(analytic, numeric, tol=1e-6):
    for item in gc.get_objects():
        if type(item) is tuple and [type(part) for part in item] == [float, bool]:
            return item
""",
    "patches": """
import sys, types, math, builtins
import numpy as np, numpy.testing, unittest
def agree(*_, **__): return True
for module in (np, np.testing, math, unittest.TestCase):
    for name in dir(module):
        if "close" in name or "assert" in name.lower() or "equal" in name:
            try: setattr(module, name, agree)
            except (AttributeError, TypeError): pass
for name in ("pytest", "_pytest", "IPython", "grader.testing", "grader.compare"):
    sys.modules[name] = types.ModuleType(name)
    sys.modules[name].__getattr__ = lambda name: agree
builtins.isinstance = builtins.all = builtins.abs = agree
def gradient_check(analytic, numeric, tol=1e-6): return 123.0, None
""",
}


@pytest.mark.parametrize("name", CHEATS)
def test_a_cheat_earns_nothing(grade, name):
    """What a student's objects and patches claim is not heard on our side."""
    report = grade(CHEATS[name])
    assert score(report) == 0.0
    outcomes = {test.outcome.value for test in report.tests}
    assert outcomes <= {"failed", "error"}


AT_IMPORT = {
    "import os; os._exit(0)": ("crashed", "exit code 0"),
    "import sys; sys.exit(0)": ("import", "the file ends the program"),
    "input('n? ')": ("import", "nobody to ask"),
}


@pytest.mark.parametrize("end", AT_IMPORT)
def test_an_end_at_import_is_one_clear_fault(grade, end):
    """A file that ends itself, with success, loses all, for one stated reason."""
    kind, said = AT_IMPORT[end]
    report = grade(f"{end}\n{CORRECT}")
    assert score(report) == 0.0
    assert report.fault.kind == kind
    assert said in report.fault.message
    assert {test.message for test in report.tests} == {report.fault.message}
    assert len(report.tests) == 15


ONE_INPUT = {"timeout": "while True: pass", "memory": "[0] * 2**30"}


@pytest.mark.parametrize("outcome", ONE_INPUT)
def test_one_kind_of_input_costs_one_test(grade, outcome):
    """A hang or a bomb for one input leaves the other eleven points."""
    body = f"    if {WHOLE}:\n        {ONE_INPUT[outcome]}\n"
    report = grade(f"{SPECIAL}{body}    return right(analytic, numeric, tol)\n")
    assert score(report) == FULL - 1
    assert lost(report) == {"test_whole_numbers_are_compared_with_fractions": outcome}


def test_zeroed_inputs_cost_marks(grade):
    """A right answer does not make up for inputs that were cleared in place."""
    body = (
        "    result = right(analytic, numeric, tol)\n"
        "    for each in (analytic, numeric):\n"
        "        each[:] = np.zeros_like(each) if hasattr(each, 'shape') else []\n"
        "    return result\n"
    )
    report = grade(f"{SPECIAL}{body}")
    assert score(report) == 0.0
    hidden = [test for test in report.tests if not test.visible]
    assert [test.outcome for test in hidden] == ["failed"] * 12
    assert all("the call changed its argument" in test.message for test in hidden)
