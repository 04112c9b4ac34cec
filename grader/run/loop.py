"""The pytest plugin that runs the collected tests on submission after submission."""

import gc
import platform
import random
import sys
from collections.abc import Callable, Iterator, Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

from grader import __version__
from grader.errors import SandboxFailed
from grader.model import Outcome
from grader.remote import Student
from grader.run.attempt import Attempt, Share
from grader.run.report import JsonReports, clashes, metadata, test_id
from grader.run.state import Opaque, digest
from grader.run.tasks import Proof, Report, Setup, Task, TestInfo
from grader.sandbox import Launcher
from grader.scoring import allot

__all__ = ["Loop"]

_VERSIONS: Final = {
    "grader": __version__,
    "python": platform.python_version(),
    "numpy": np.__version__,
}
_MARKER: Final = "category(id, points=None): the rubric category of a hidden test"
_EXAMPLES: Final = "test_examples.py"


class Loop:
    """
    Serves tasks until none is left or the tests must be collected anew.

    Parameters
    ----------
    setup, launcher
        The problem, and where student processes come from.
    tasks
        Yields tasks; shared by all loops of one runner.
    prove
        Takes the proof, made by the first loop only.
    answer
        Takes each report.
    """

    def __init__(
        self,
        setup: Setup,
        launcher: Launcher,
        *,
        tasks: Iterator[Task],
        prove: Callable[[Proof], None],
        answer: Callable[[Report], None],
        proof: Proof | None,
    ) -> None:
        self.exhausted = False
        self.outdated = False  # the tests must be collected anew
        self.proof = proof
        self.errors: list[str] = []
        self.failure: str | None = None  # our own
        self._setup = setup
        self._launcher = launcher
        self._tasks = tasks
        self._prove = prove
        self._answer = answer
        self._attempt: Attempt | None = None
        self._budget = setup.limits.submission_seconds

    def pytest_addoption(self, parser: pytest.Parser) -> None:
        """Stand in for the terminal plugin, which pytest-json-report relies on."""
        parser.addoption("--tb", dest="tbstyle", default="no")

    def pytest_configure(self, config: pytest.Config) -> None:
        """Make the marker known."""
        config.addinivalue_line("markers", _MARKER)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Keep what went wrong while the tests were collected."""
        if report.failed:
            self.errors.append(report.longreprtext)

    def pytest_internalerror(
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> bool:
        """Keep what ended the loop; until the tests are proved it is their fault."""
        if isinstance(excinfo.value, SandboxFailed):
            self.failure = str(excinfo.value)
        elif self.proof is None:
            self.errors.append(excinfo.exconly())
        else:
            self.failure = excinfo.exconly()
        return True

    def pytest_keyboard_interrupt(
        self, excinfo: pytest.ExceptionInfo[BaseException]
    ) -> None:
        """Take a test that ends pytest for what it is."""
        self.pytest_internalerror(excinfo)

    def pytest_report_teststatus(
        self, report: pytest.TestReport
    ) -> tuple[str, str, str]:
        """Name outcomes, as the terminal plugin would."""
        return report.outcome, "", ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """Run the collected tests on each submission."""
        items = [item for item in session.items if isinstance(item, pytest.Function)]
        self.errors += clashes(item.nodeid for item in items)
        if self.errors or not items:
            return True
        tests = _shares(items, self._setup)
        self._budget = min(
            self._setup.limits.submission_seconds,
            self._setup.limits.wall_seconds * len(tests),
        )
        collection = _Collection(session, items, tests)
        try:
            self._serve(collection)
        finally:
            collection.forget()
        return True

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> pytest.TestReport:
        """Report a stage without pytest's traceback, which costs more than a test."""
        error = call.excinfo.value if call.excinfo else None
        if error is not None and self._attempt is not None:
            self._attempt.failed(error)
        skipped = isinstance(error, pytest.skip.Exception)
        return _StageReport(
            item.nodeid,
            item.location,
            {},
            "passed" if error is None else "skipped" if skipped else "failed",
            None if error is None else type(error).__name__,
            call.when,  # type: ignore[arg-type]
            duration=call.duration,
            start=call.start,
            stop=call.stop,
        )

    def pytest_json_runtest_metadata(
        self, call: pytest.CallInfo[None]
    ) -> dict[str, Any] | None:
        """Attach the test's record once its last stage is over."""
        if call.when != "teardown" or self._attempt is None:
            return None
        return metadata(self._attempt.result())

    @pytest.fixture
    def student(self) -> Iterator[Student]:
        """Give the test the submission, in a process of its own."""
        assert self._attempt is not None
        with self._attempt.session(self._budget) as session:
            yield Student(session)

    @pytest.fixture
    def rng(self, request: pytest.FixtureRequest) -> np.random.Generator:
        """Give the test random numbers of the run's seed, the problem and the test."""
        assert self._attempt is not None
        text = f"{self._attempt.seed}|{self._setup.problem}|{request.node.name}"
        return np.random.default_rng(
            int.from_bytes(sha256(text.encode()).digest()[:16], "big")
        )

    def _serve(self, collection: "_Collection") -> None:
        before = collection.state()
        gc.freeze()
        gc.enable()
        if self.proof is None:
            self.proof = self._make_proof(collection, before)
            self._prove(self.proof)
            self.outdated = self.proof.stateful
            if self.outdated:
                return
        faults = self.proof.author_faults()
        while True:
            task = next(self._tasks, None)
            if task is None:
                self.exhausted = True
                return
            self._answer(self._run(collection, task, faults))
            if before is None or collection.state() != before:
                self.outdated = True
                return

    def _make_proof(self, collection: "_Collection", before: bytes | None) -> Proof:
        """Grade the reference and, where that is asked for, the stub."""
        setup = self._setup
        reference = None
        if setup.reference is not None:
            task = Task(source=setup.reference, seed=0)
            reference = self._run(collection, task)
            if any(test.outcome is Outcome.TIMEOUT for test in reference.tests):
                reference = self._run(collection, task)  # this machine may be busy
        stub = None
        if setup.stub is not None:
            stub = self._run(collection, Task(source=setup.stub, seed=0))
        return Proof(
            tests=tuple(test.info for test in collection.tests),
            reference=reference,
            stub=stub,
            stateful=before is None or collection.state() != before,
        )

    def _run(
        self,
        collection: "_Collection",
        task: Task,
        author_faults: frozenset[str] = frozenset(),
    ) -> Report:
        """Run the chosen tests on one submission."""
        attempt = Attempt(self._setup, task, self._launcher, author_faults)
        chosen = collection.choose(task)
        reports = collection.reports
        reports.begin(collection.session)
        self._attempt = attempt
        for position, (item, test) in enumerate(chosen):
            verdict = attempt.blocked(self._budget)
            if verdict is not None:
                attempt.pass_over(test, verdict)
                continue
            after = chosen[position + 1 :]
            attempt.begin(test, following=len(after))
            _reset_random()
            item.config.hook.pytest_runtest_protocol(
                item=item, nextitem=after[0][0] if after else None
            )
            if isinstance(attempt.error, SandboxFailed):
                raise attempt.error
        self._attempt = None
        collection.session._setupstate.teardown_exact(None)  # noqa: SLF001  # if cut short
        results = attempt.close(reports.finish(collection.session))
        return Report(
            tests=tuple(results[test.info.id] for _, test in chosen),
            fault=attempt.fault,
            versions=_VERSIONS,
            wall_seconds=attempt.seconds,
        )


class _StageReport(pytest.TestReport):
    """A report whose text is one word: pytest would set up a terminal for it."""

    @property
    def longreprtext(self) -> str:
        return str(self.longrepr or "")


class _Collection:
    """The tests that pytest collected, and the state of the modules they are in."""

    def __init__(
        self,
        session: pytest.Session,
        items: Sequence[pytest.Function],
        tests: Sequence[Share],
    ) -> None:
        self.session = session
        self.tests = tests
        self.reports = JsonReports(session.config)
        self._items = items
        self._modules = list(
            {item.module.__name__: item.module for item in items}.values()
        )

    def choose(self, task: Task) -> list[tuple[pytest.Function, Share]]:
        """Return the tests that a task asks for, in its order."""
        chosen = [
            (item, test)
            for item, test in zip(self._items, self.tests, strict=True)
            if (task.tests is None or test.info.id in task.tests)
            and (task.categories is None or test.info.category in task.categories)
        ]
        return chosen[::-1] if task.reverse else chosen

    def state(self) -> bytes | None:
        """Return a digest of the modules' state, None if it cannot be seen."""
        parameters = [
            item.callspec.params for item in self._items if hasattr(item, "callspec")
        ]
        try:
            return digest([*map(vars, self._modules), *parameters])
        except Opaque:
            return None

    def forget(self) -> None:
        """Let the next session import the modules anew."""
        for module in self._modules:
            sys.modules.pop(module.__name__, None)


def _shares(items: Sequence[pytest.Function], setup: Setup) -> list[Share]:
    infos = [_info(item) for item in items]
    points = allot(infos, setup.categories)
    return [Share(info=info, points=points[info.id]) for info in infos]


def _info(item: pytest.Function) -> TestInfo:
    marker = item.get_closest_marker("category")
    visible = Path(item.path).name == _EXAMPLES
    category = marker.args[0] if marker and marker.args and not visible else None
    points = marker.kwargs.get("points") if marker else None
    sentence = " ".join((item.obj.__doc__ or "").strip().partition("\n\n")[0].split())
    title = sentence.removesuffix(".") or item.name
    return TestInfo(
        id=test_id(item.nodeid),
        title=title,
        category=category,
        visible=visible,
        points=points,
    )


def _reset_random() -> None:
    """Give each test the same global random numbers, should it use them."""
    random.seed(0)
    np.random.seed(0)
