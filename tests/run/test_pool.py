"""Runners that die, and many at work at the same time."""

import os
import signal
import threading
import time
from dataclasses import replace

import pytest

from grader.errors import ProblemBroken, SandboxFailed
from grader.run.pool import Pool
from grader.run.tasks import Report
from grader.sandbox import Level, serve

HIDDEN = """
import ctypes, os
import numpy as np
import pytest

@pytest.mark.category("values")
@pytest.mark.parametrize("n", [1, 2, 3])
def test_doubles(student, n):
    result = student.f(n)
    # Tests that do what only a broken test would: whoever returns the word makes them.
    if result == "exit": os._exit(0)
    if result == "segfault": ctypes.string_at(0)
    assert result == 2 * n

@pytest.mark.category("other")
def test_random(student, rng):
    pair = rng.random(2)
    assert student.f(pair).tolist() == (2 * pair).tolist()
"""
GOOD = "def f(x): return 2 * x"
KINDS = {
    "good": GOOD,
    "wrong": "def f(x): return 2 * x if x is not 2 else 0",
    "noisy": "def f(x):\n print('x' * 100_000)\n return 2 * x",
    "raises": "def f(x): return x.no_such_attribute",
    "broken": "def f(x",
    "exits": "import os\ndef f(x): os._exit(0)",
    "loops": "def f(x):\n while isinstance(x, int) and x == 2: pass\n return 2 * x",
    "nothing": "",
}


@pytest.fixture
def setup(make_setup):
    """One problem with half a second for each test."""
    return make_setup(HIDDEN, wall_seconds=0.8)


def masked(report):
    """Return a report without what differs from run to run."""
    assert isinstance(report, Report), report
    tests = tuple(
        replace(test, wall_seconds=0.0, cpu_seconds=0.0) for test in report.tests
    )
    return replace(report, tests=tests, wall_seconds=0.0)


def graded(pool, setup, task, kinds):
    """Grade a source of each kind and return what became of it, in the order given."""
    sources = {**KINDS, **{word: f"def f(x): return {word!r}" for word in WORDS}}
    work = list(enumerate(kinds))
    became = dict(pool.map(work, lambda item: (setup, task(sources[item[1]]))))
    return [became[item] for item in work]


WORDS = ("exit", "segfault")


class TestDeaths:
    def test_a_test_that_kills_its_runner_harms_nobody_else(self, setup, task):
        """The submission is tried twice and then not graded; all others are."""
        kinds = ["good", *(kind for word in WORDS for kind in (word, "good"))]
        with Pool(2, serve(Level.NONE)) as pool:
            became = graded(pool, setup, task, kinds)
        for kind, report in zip(kinds, became, strict=True):
            if kind == "good":
                assert {test.outcome for test in report.tests} == {"passed"}
            else:
                assert isinstance(report, SandboxFailed)
        assert "exit code 0" in str(became[kinds.index("exit")])
        assert "exit code -11" in str(became[kinds.index("segfault")])

    def test_a_runner_that_is_killed_is_replaced(self, setup, task, descendants):
        """When a runner dies in mid-run its submission is graded by the next one."""
        before = descendants(os.getpid())
        with Pool(1, serve(Level.NONE)) as pool:
            results = pool.map(
                range(3), lambda n: (setup, task(KINDS["loops"] if n == 1 else GOOD))
            )
            became = dict([next(results)])
            timer = threading.Timer(0.2, _kill_runners, [descendants, before])
            timer.start()
            became.update(results)
            timer.join()
        assert [report.tests[2].outcome for _, report in sorted(became.items())] == [
            "passed",
            "timeout",
            "passed",
        ]

    def test_a_runner_alone_says_that_it_is_gone(self, setup, start, task, descendants):
        """A runner that was killed is our fault, whenever it is asked."""
        before = descendants(os.getpid())
        runner = start(setup)
        runner.run(task())
        _kill_runners(descendants, before)
        for _ in range(2):
            with pytest.raises(SandboxFailed, match="the runner"):
                runner.run(task())

    def test_a_launcher_that_died_ends_its_runner(
        self, setup, start, task, descendants, all_gone
    ):
        """Without a launcher no test is marked at all: the runner gives up."""
        before = descendants(os.getpid())
        runner = start(setup)
        runner.run(task())
        workers = {
            process
            for process in descendants(os.getpid()) - before
            if b"grader.worker" in _command(process)
        }
        for process in workers:
            os.kill(process, signal.SIGKILL)
        assert workers
        assert all_gone(workers)
        with pytest.raises(SandboxFailed):
            runner.run(task())


class TestJobs:
    def test_two_jobs_give_what_one_gives(self, setup, task):
        """Forty submissions have the same reports, whoever graded them when."""
        quick = [kind for kind in KINDS if kind != "loops"]
        kinds = [*KINDS, *quick * 4, *quick[:4]]
        reports = []
        for jobs in (1, 2):
            with Pool(jobs, serve(Level.NONE)) as pool:
                reports.append([*map(masked, graded(pool, setup, task, kinds))])
        assert reports[0] == reports[1]
        assert {
            kind: report.tests[2].outcome.value
            for kind, report in zip(kinds, reports[0], strict=True)
        } == {
            "good": "passed",
            "wrong": "failed",
            "noisy": "passed",
            "raises": "error",
            "broken": "error",
            "exits": "crashed",
            "loops": "timeout",
            "nothing": "error",
        }

    def test_what_needs_no_run_is_passed_through(self):
        """Work without a task comes back with nothing, and no runner starts."""
        with Pool(1, serve(Level.NONE)) as pool:
            assert dict(pool.map("ab", lambda _: None)) == {"a": None, "b": None}

    def test_problems_may_alternate(self, setup, make_setup, task, tmp_path):
        """A job changes its runner when the problem changes."""
        (tmp_path / "problem").rename(tmp_path / "first")
        first = replace(setup, folder=str(tmp_path / "first"))
        second = make_setup("def test_two(student):\n    assert student.f(2) == 5\n")
        with Pool(1, serve(Level.NONE)) as pool:
            became = dict(
                pool.map(
                    range(4), lambda n: (second if n in (1, 2) else first, task(GOOD))
                )
            )
        assert [len(became[n].tests) for n in range(4)] == [5, 2, 2, 5]

    def test_a_broken_problem_is_told_for_each_submission(self, make_setup, task):
        """A problem that cannot be run is the result of all that is for it."""
        setup = make_setup("1 / 0")
        with Pool(1, serve(Level.NONE)) as pool:
            became = dict(pool.map(range(2), lambda _: (setup, task())))
        assert [type(each) for each in became.values()] == [ProblemBroken] * 2

    def test_work_is_taken_only_as_it_is_needed(self, setup, task):
        """A long list of submissions is not read far ahead of the grading."""
        taken = []

        def work():
            for n in range(100):
                taken.append(n)
                yield n

        with Pool(1, serve(Level.NONE)) as pool:
            next(pool.map(work(), lambda _: (setup, task())))
        assert len(taken) < 10


class TestClosing:
    def test_closing_leaves_no_process(self, setup, task, descendants, all_gone):
        """Runners started ahead are those that grade; afterwards all are gone."""
        before = descendants(os.getpid())
        with Pool(2, serve(Level.NONE)) as pool:
            pool.start(setup)
            ahead = descendants(os.getpid()) - before
            graded(pool, setup, task, ["good"] * 4)
            ours = descendants(os.getpid()) - before
        assert len(ahead) >= 2
        assert ahead <= ours
        assert len(ours) >= 4  # two runners and their launchers
        assert all_gone(ours)

    def test_closing_at_once_does_not_wait(self, setup, task, descendants, all_gone):
        """An exception in mid-run ends everything, hanging submissions included."""
        setup = replace(setup, limits=replace(setup.limits, wall_seconds=30.0))
        before = descendants(os.getpid())
        hang = "import time\ndef f(x):\n time.sleep(60 if x == 3 else 0)\n return 2 * x"
        with pytest.raises(KeyboardInterrupt), Pool(2, serve(Level.NONE)) as pool:  # noqa: PT012
            results = pool.map(range(5), lambda n: (setup, task(hang if n else GOOD)))
            next(results)
            time.sleep(0.3)  # the others hang by now
            ours = descendants(os.getpid()) - before
            began = time.monotonic()
            raise KeyboardInterrupt
        assert time.monotonic() - began < 3
        assert len(ours) >= 4
        assert all_gone(ours)

    def test_a_closed_runner_may_be_closed_again(self, setup, start, task):
        """Killing and closing may be repeated; a closed runner grades no more."""
        runner = start(setup)
        runner.run(task())
        runner.kill()
        runner.close()
        with pytest.raises(SandboxFailed):
            runner.run(task())


def _kill_runners(descendants, before):
    """Kill the runners that this process has started since."""
    for process in descendants(os.getpid()) - before:
        if b"grader.run" in _command(process):
            os.kill(process, signal.SIGKILL)


def _command(process):
    with open(f"/proc/{process}/cmdline", "rb") as file:  # noqa: PTH123
        return file.read()
