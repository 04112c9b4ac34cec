"""One submission's way through the tests."""

import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, replace
from io import StringIO
from typing import Final

from grader.errors import SandboxFailed
from grader.model import FaultKind, Outcome, Output, TestResult
from grader.remote import LoadFailed, Session, Submission
from grader.run.tasks import Setup, Task, TestInfo
from grader.run.verdict import Verdict, fault_outcome, judge, quoted
from grader.sandbox import Box, Launcher, Process

__all__ = ["Attempt", "Share"]

_NO_TIME: Final = "not run: the submission's time was used up by the tests before"


@dataclass(frozen=True, slots=True, kw_only=True)
class Share:
    """A test and what it is worth."""

    info: TestInfo
    points: float


class Attempt:
    """
    What is known of a submission while its tests run.

    Parameters
    ----------
    setup, task
        The problem and the submission.
    launcher
        Where the submission's processes come from, one per test.
    author_faults
        Ids of tests that the reference fails too.
    """

    def __init__(
        self,
        setup: Setup,
        task: Task,
        launcher: Launcher,
        author_faults: frozenset[str] = frozenset(),
    ) -> None:
        self.error: BaseException | None = None  # what ended the test
        self.seed = task.seed
        self.fault = task.fault
        self._setup = setup
        self._launcher = launcher
        self._author_faults = author_faults
        self._lines = StringIO(task.source, newline=None).readlines()  # as Python does
        self._submission = Submission(
            name=setup.problem,
            file_name=setup.file_name,
            source=task.source,
            functions=setup.functions,
            support=setup.support,
            limits=setup.limits,
        )
        self._box: Box | None = None
        self._following = 0
        self._import_seconds: float | None = None
        self._started = time.monotonic()
        self._processes: dict[str, Process] = {}
        self._results: dict[str, TestResult] = {}
        self._test: Share | None = None
        self._session: Session | None = None
        self._test_started = 0.0

    @property
    def seconds(self) -> float:
        """Wall time since the attempt began."""
        return time.monotonic() - self._started

    def begin(self, test: Share, *, following: int) -> None:
        """Forget the last test; ``following`` tests come after this one."""
        self._test, self._session, self.error = test, None, None
        self._following = following
        self._test_started = time.monotonic()

    def blocked(self, budget: float) -> Verdict | None:
        """Tell why the next test cannot be run, None if it can."""
        if self.fault is not None:
            outcome = fault_outcome(self.fault)
            return Verdict(outcome=outcome, message=self.fault.message)
        if self.seconds >= budget:
            return Verdict(outcome=Outcome.TIMEOUT, message=_NO_TIME)
        return None

    @contextmanager
    def session(self, budget: float) -> Iterator[Session]:
        """Give the test a fresh process of the submission; end that when it is over."""
        assert self._test is not None
        if self._box is None:
            load = self._submission.load_frame()
            self._box = self._launcher.open(load, self._setup.limits)
        process = self._box.spawn(following=self._following)
        self._processes[self._test.info.id] = process
        wall = min(self._setup.limits.wall_seconds, budget - self.seconds)
        # A process made ahead has imported the source while the last test ran: it is
        # charged what the first one took for that, or less if it has just begun.
        running = time.monotonic() - process.started
        imported = min(self._import_seconds or 0.0, running)
        self._session = Session(process, self._submission, max(wall - imported, 0.0))
        try:
            self._load(self._session)
            yield self._session
        except LoadFailed as failed:
            cut_short = wall < self._setup.limits.wall_seconds
            if not (cut_short and failed.fault.kind is FaultKind.TIMEOUT):
                self.fault = replace(
                    failed.fault, source=quoted(self._lines, failed.fault.line)
                )
            raise
        finally:
            self._session.close()
            process.end()

    def _load(self, session: Session) -> None:
        started = time.monotonic()
        session.load()
        if self._import_seconds is None:
            self._import_seconds = time.monotonic() - started

    def failed(self, error: BaseException) -> None:
        """Take what ended a stage of the test; the first decides."""
        self.error = self.error or error

    def result(self) -> TestResult:
        """Return the record of the test that is over."""
        assert self._test is not None
        info = self._test.info
        verdict = judge(
            self.error,
            self._session,
            lines=self._lines,
            author_fault=info.id in self._author_faults,
        )
        process = self._processes.get(info.id)
        output = Output() if process is None else process.output()
        wall_seconds = time.monotonic() - self._test_started
        result = _result(self._test, verdict, output=output, wall_seconds=wall_seconds)
        self._results[info.id] = result
        return result

    def pass_over(self, test: Share, verdict: Verdict) -> None:
        """Mark a test without running it."""
        self._results[test.info.id] = _result(test, verdict)

    def close(self, reported: Mapping[str, Outcome]) -> Mapping[str, TestResult]:
        """
        Wait for all processes to be gone and return the records by test.

        Parameters
        ----------
        reported
            The outcomes in the report of the tests that ran, by test.
        """
        for test, outcome in reported.items():
            if self._results[test].outcome is not outcome:
                raise SandboxFailed(f"{test}: the report and the record disagree")
        for test, process in self._processes.items():
            cpu_seconds = process.ending().cpu_seconds
            result = replace(self._results[test], cpu_seconds=cpu_seconds)
            self._results[test] = result
        if self._box is not None:
            self._box.close()
        return self._results


def _result(
    test: Share,
    verdict: Verdict,
    *,
    output: Output | None = None,
    wall_seconds: float = 0.0,
) -> TestResult:
    """Make a test's record from its verdict."""
    return TestResult(
        id=test.info.id,
        title=test.info.title,
        category=test.info.category,
        visible=test.info.visible,
        outcome=verdict.outcome,
        points=test.points if verdict.outcome is Outcome.PASSED else 0.0,
        max_points=test.points,
        message=verdict.message,
        failure=verdict.failure,
        output=output or Output(),
        wall_seconds=wall_seconds,
    )
