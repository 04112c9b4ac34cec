"""The fast loop gives what one pytest run for each submission gives."""

import itertools
import json
import subprocess  # noqa: TID251  # another pytest for each submission
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from functools import partial
from pathlib import Path

import pytest

from grader.course.setups import setup_of
from grader.problems import load
from grader.run.pool import Pool
from grader.run.tasks import Task
from grader.sandbox import Level, serve

PROBLEM = Path(__file__).parents[2] / "problems" / "gradient_check"
TIMES = {"wall_seconds": 0.0, "cpu_seconds": 0.0}


@pytest.fixture(scope="module")
def problem():
    """Load the problem whose submissions are compared."""
    return load(PROBLEM)


@pytest.fixture(scope="module")
def setup(problem):
    """Say what a runner needs to know of it."""
    return setup_of(problem)


@pytest.fixture(scope="module")
def files():
    """List all right solutions and ten wrong ones."""
    wrong = sorted((PROBLEM / "wrong").glob("*.py"))
    return [*sorted((PROBLEM / "right").glob("*.py")), *wrong[:: len(wrong) // 10][:10]]


def reports(setup, files):
    """Grade files and return their reports without times, in the files' order."""
    with Pool(2, serve(Level.NONE)) as pool:
        became = dict(
            pool.map(files, lambda file: (setup, Task(source=file.read_text(), seed=1)))
        )
    return [
        replace(
            became[file],
            wall_seconds=0.0,
            tests=tuple(replace(test, **TIMES) for test in became[file].tests),
        )
        for file in files
    ]


def slow_way(setup, files):
    """Grade files with a pytest run for each."""
    sources = [file.read_text() for file in files]
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("slow_way.py")],
        input=json.dumps({"setup": setup.to_json(), "sources": sources}),
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    return json.loads(done.stdout)


@pytest.fixture(scope="module")
def fast(setup, files):
    """Take the reports of the fast loop."""
    return reports(setup, files)


def test_right_solutions_pass_and_wrong_ones_do_not(fast, files):
    """The comparison below is of full marks and of lost ones."""
    passed = [{test.outcome for test in report.tests} == {"passed"} for report in fast]
    assert passed == [file.parent.name == "right" for file in files]


def test_collecting_anew_changes_nothing(setup, files, fast, tmp_path):
    """Tests with state, collected by a new pytest for each submission, agree."""
    some = slice(None, None, 8)
    for name in setup.test_files:
        text = (PROBLEM / name).read_text()
        (tmp_path / name).write_text(f"{text}\nSTATE = iter(())\n")
    setup = replace(setup, folder=str(tmp_path))
    assert reports(setup, files[some]) == fast[some]


def test_the_public_way_agrees(setup, files, fast):
    """The loop, reports and file of pytest itself say the same of each test."""
    half = len(files) // 2
    with ThreadPoolExecutor(2) as pool:
        parts = pool.map(partial(slow_way, setup), (files[:half], files[half:]))
    for report, slow in zip(fast, itertools.chain(*parts), strict=True):
        assert slow["fault"] is None
        assert slow["records"] == {
            test.id: [test.outcome, test.message, test.points, test.title]
            for test in report.tests
        }
        assert slow["outcomes"] == {
            test.id: "passed" if test.outcome == "passed" else "failed"
            for test in report.tests
        }
