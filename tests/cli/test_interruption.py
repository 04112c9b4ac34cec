"""What is left when grading is cut short: by Ctrl-C, by a kill, by a dead runner."""

import json
import os
import signal
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(
    not Path("/proc/self/stat").exists(), reason="processes are looked up in /proc"
)


class Run:
    """A run of grade, its processes and its records."""

    def __init__(self, folder, environment, *arguments):
        self.records = folder / "run" / "results.jsonl"
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "grader", "grade", "inbox"),
                *("--out", "run", *arguments),
            ],
            cwd=folder,
            env=dict(environment),
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            encoding="utf-8",
        )

    def wait_for_records(self, number):
        """Wait until some submissions are graded, and a next one is going on."""
        deadline = time.monotonic() + 60
        while len(self.lines()) < number:
            assert time.monotonic() < deadline
            assert self.process.poll() is None
            time.sleep(0.02)
        time.sleep(0.4)

    def lines(self):
        try:
            return self.records.read_text("utf-8").splitlines()
        except FileNotFoundError:
            return []

    def scores(self):
        records = [json.loads(line) for line in self.lines()]
        return {each["student"]: each["score"] for each in records}

    def descendants(self):
        """Return the processes below the command, by number."""
        parents = {number: status[1] for number, status in processes().items()}
        found = {self.process.pid}
        while more := {n for n, up in parents.items() if up in found} - found:
            found |= more
        return found - {self.process.pid}

    def runners(self):
        """Return the trusted processes that run the tests."""
        parents = {number: status[1] for number, status in processes().items()}
        return [
            number
            for number, parent in parents.items()
            if parent == self.process.pid
            and b"grader.run" in Path(f"/proc/{number}/cmdline").read_bytes()
        ]


def processes():
    """Return the state and the parent of each living process."""
    found = {}
    for path in Path("/proc").glob("[0-9]*/stat"):
        try:
            state, parent, *_ = path.read_text().rpartition(")")[2].split()
        except OSError:
            continue
        if state not in "ZX":
            found[int(path.parent.name)] = state, int(parent)
    return found


def gone_within(seconds, numbers):
    """Wait until none of the processes lives; tell which do after the time."""
    deadline = time.monotonic() + seconds
    while (left := numbers & processes().keys()) and time.monotonic() < deadline:
        time.sleep(0.05)
    return left


@pytest.fixture
def start(tmp_path, environment, hand_in, right):
    """Start to grade two quick submissions and three that sleep in every test."""
    runs = []

    def begin(*arguments, sleep_seconds):
        slow = f"import time\ntime.sleep({sleep_seconds})\n{right}"
        sources = {f"s{n}": right if n < 3 else slow for n in range(1, 6)}
        hand_in(tmp_path / "inbox", sources)
        runs.append(Run(tmp_path, environment, *arguments))
        return runs[-1]

    yield begin
    for run in runs:
        run.process.kill()
        run.process.communicate()


def test_ctrl_c_keeps_what_was_graded(start, tmp_path):
    """It is printed and in all three files; no process of ours is left."""
    run = start("--jobs", "2", sleep_seconds=0.3)
    run.wait_for_records(2)
    below = run.descendants()
    run.process.send_signal(signal.SIGINT)
    out, err = run.process.communicate(timeout=10)
    assert run.process.returncode == 130
    assert len(below) >= 6  # two runners, their launchers, and students
    assert gone_within(2.0, below) == set()
    graded = run.scores()
    assert graded == {f"s{n}": 12.0 for n in range(1, 1 + len(graded))}
    assert f"{len(graded)} of {len(graded)} graded" in out
    left = 5 - len(graded)
    assert err == (
        f"grader: interrupted; not graded: {left} submission{'s' * (left > 1)}\n"
    )
    table = (tmp_path / "run" / "grades.csv").read_text("utf-8").splitlines()
    assert [line.partition(",")[0] for line in table[1:]] == list(graded)
    report = (tmp_path / "run" / "report.html").read_text("utf-8")
    assert report.endswith("</html>\n")


def test_a_killed_command_leaves_no_process(start):
    """Runners and students end within two seconds; whole records stay."""
    run = start("--jobs", "2", sleep_seconds=1.0)
    run.wait_for_records(2)
    below = run.descendants()
    run.process.kill()
    run.process.wait()
    assert len(below) >= 6
    assert gone_within(2.0, below) == set()
    assert set(run.scores().values()) == {12.0}


def test_a_killed_runner_costs_nothing(start):
    """Its submission is tried once more with another one: nothing is lost."""
    run = start("--jobs", "1", "--json", sleep_seconds=0.05)
    run.wait_for_records(2)
    (runner,) = run.runners()
    os.kill(runner, signal.SIGKILL)
    out, _ = run.process.communicate(timeout=60)
    assert run.process.returncode == 0
    assert run.scores() == {f"s{n}": 12.0 for n in range(1, 6)}
    assert len(json.loads(out)["results"]) == 5
