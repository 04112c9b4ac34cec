"""Grades each submission with a pytest of its own, through public hooks only.

What the runner saves itself, done in full: collect the tests, run pytest's own loop,
let pytest-json-report write its file, read that. Reads a setup and sources as JSON from
standard input and prints, for each source, the outcomes that pytest reports and the
records that were made.
"""

import json
import sys
import tempfile
from pathlib import Path

import numpy as np
import pytest

from grader.remote import Student
from grader.run.attempt import Attempt, Share
from grader.run.tasks import Setup, Task, TestInfo
from grader.sandbox import Level, launcher
from grader.scoring import allot


class SlowWay:
    """A plug-in that gives the tests of one pytest run one submission."""

    def __init__(self, setup, launcher, source):
        self.setup = setup
        self.attempt = Attempt(setup, Task(source=source, seed=1), launcher)
        self.infos = {}
        self.results = []
        self.rest = 0

    def pytest_configure(self, config):
        config.addinivalue_line("markers", "category(id, points=None): as in problems")

    def pytest_collection_modifyitems(self, items):
        for item in items:
            marker = item.get_closest_marker("category")
            self.infos[item.nodeid] = TestInfo(
                id=item.nodeid.partition("::")[2],
                title=" ".join(item.obj.__doc__.split()).removesuffix("."),
                category=marker.args[0] if marker else None,
                visible=item.path.name == "test_examples.py",
                points=None,
            )
        self.rest = len(items)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        points = allot(self.infos.values(), self.setup.categories)
        info = self.infos[item.nodeid]
        share = Share(info=info, points=points[info.id])
        self.rest -= 1
        self.blocked = self.attempt.blocked(60.0)
        if self.blocked is not None:
            self.attempt.pass_over(share, self.blocked)
            return (yield)
        self.attempt.begin(share, following=self.rest)
        result = yield
        self.attempt.result()
        return result

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):  # noqa: ARG002
        if call.excinfo and self.blocked is None:
            self.attempt.failed(call.excinfo.value)
        return (yield)

    @pytest.fixture
    def student(self):
        if self.blocked is not None:
            pytest.fail("blocked")
        with self.attempt.session(60.0) as session:
            yield Student(session)

    @pytest.fixture
    def rng(self):
        return np.random.default_rng(0)


def grade(setup, launcher, source):
    """Return pytest's outcomes and the records of one submission."""
    way = SlowWay(setup, launcher, source)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "report.json"
        pytest.main(
            [
                *("--json-report-omit", "collectors", "log", "traceback", "streams"),
                *("-q", "--no-header", "--noconftest", "--import-mode=importlib"),
                *("-p", "no:cacheprovider", "-p", "no:unraisableexception"),
                *("--json-report", f"--json-report-file={file}", "--tb=no"),
                *(str(Path(setup.folder) / name) for name in setup.test_files),
            ],
            plugins=[way],
        )
        report = json.loads(file.read_text())
    records = way.attempt.close({})
    fault = way.attempt.fault
    return {
        "outcomes": {
            test["nodeid"].partition("::")[2]: test["outcome"]
            for test in report["tests"]
        },
        "records": {
            name: [record.outcome, record.message, record.points, record.title]
            for name, record in records.items()
        },
        "fault": None if fault is None else fault.message,
    }


if __name__ == "__main__":
    given = json.load(sys.stdin)
    answers, sys.stdout = sys.stdout, sys.stderr
    setup = Setup.from_json(given["setup"])
    with launcher(Level.NONE) as made:
        found = [grade(setup, made, source) for source in given["sources"]]
    json.dump(found, answers)
