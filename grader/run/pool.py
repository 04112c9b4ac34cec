"""Runners and the command's end of them.

A `Runner` is one trusted process for one problem. A `Pool` keeps a runner per job, each
driven by a thread of its own, and hands results back as they come. A runner that dies
is replaced and its submission tried once more: only if that fails too is the submission
not graded, and never is it a zero.
"""

import json
import subprocess  # noqa: TID251  # the only module besides the sandbox
import sys
import threading
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from grader.errors import Location, ProblemBroken, SandboxFailed
from grader.run.tasks import Report, Setup, Task, TestInfo

__all__ = ["Pool", "Proved", "Runner"]

_END_SECONDS: Final = 10.0
_DEATH_SECONDS: Final = 1.0  # between the end of a runner's answers and its own
_AHEAD: Final = 4  # submissions per job that are read before they are needed
_ATTEMPTS: Final = 2  # the second one with another runner

Work = TypeVar("Work")
Became = Report | ProblemBroken | SandboxFailed | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved:
    """What a runner found out about the tests before the first submission."""

    tests: tuple[TestInfo, ...]
    reference: Report | None
    stub: Report | None
    stateful: bool


class Runner:
    """
    One trusted process that grades submissions of one problem.

    It starts at once; `proof` and `run` wait for it.
    """

    def __init__(self, setup: Setup) -> None:
        self.setup = setup
        self._proved: Proved | None = None
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-B", "-m", "grader.run"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            start_new_session=True,  # Ctrl-C is the command's business
        )
        self._say(setup.to_json())

    def proof(self) -> Proved:
        """
        Wait until the tests are collected and proved.

        Raises
        ------
        ProblemBroken
            They cannot be collected.
        """
        if self._proved is None:
            answer = self._hear()
            if "broken" in answer:
                name = self.setup.problem
                faults = [
                    Location(file=name, line=None, message=text)
                    for text in answer["broken"]["errors"]
                ]
                raise ProblemBroken(name, faults)
            self._proved = _proved(answer["proof"])
        return self._proved

    def run(self, task: Task) -> Report:
        """
        Run the tests on one submission.

        Raises
        ------
        SandboxFailed
            The runner is gone.
        """
        self.proof()
        self._say(task.to_json())
        return Report.from_json(self._hear()["report"])

    def close(self) -> None:
        """Let the runner end, or make it."""
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            try:
                stream.close()
            except OSError:
                continue
        try:
            self._process.wait(_END_SECONDS)
        except subprocess.TimeoutExpired:
            self.kill()

    def kill(self) -> None:
        """End the runner now; its launcher and their processes follow."""
        self._process.kill()
        self._process.wait()

    def _say(self, record: dict[str, Any]) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(json.dumps(record) + "\n")
            self._process.stdin.flush()
        except (OSError, ValueError) as error:
            raise SandboxFailed(f"the runner is gone: {error}") from error

    def _hear(self) -> dict[str, Any]:
        assert self._process.stdout is not None
        try:
            line = self._process.stdout.readline()
        except (OSError, ValueError):
            line = ""
        if not line.endswith("\n"):  # a part of an answer is none
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(_DEATH_SECONDS)
            code = self._process.poll()
            raise SandboxFailed(
                f"the runner ended without an answer (exit code {code})"
            )
        answer: dict[str, Any] = json.loads(line)
        if "failed" in answer:
            raise SandboxFailed(answer["failed"]["message"])
        return answer


class Pool:
    """
    A runner per job.

    Parameters
    ----------
    jobs
        How many submissions are graded at the same time.
    """

    def __init__(self, jobs: int) -> None:
        self._jobs = jobs
        self._executor = ThreadPoolExecutor(jobs, thread_name_prefix="grader-job")
        self._local = threading.local()
        self._runners: set[Runner] = set()
        self._lock = threading.Lock()
        self._closing = False
        self._waiting: list[Runner] = []

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(at_once=kind is not None)

    def start(self, setup: Setup) -> None:
        """Start runners for a problem before its first submission is known."""
        while len(self._waiting) < self._jobs:
            runner = Runner(setup)
            self._runners.add(runner)
            self._waiting.append(runner)

    def map(
        self, work: Iterable[Work], task: Callable[[Work], tuple[Setup, Task] | None]
    ) -> Iterator[tuple[Work, Became]]:
        """
        Run tasks, `jobs` at a time, and yield what became of them as they finish.

        Parameters
        ----------
        work
            Whatever stands for a submission; taken only as fast as it is graded.
        task
            Makes the problem's setup and the task, or None if there is nothing to run.
        """
        pending: dict[Future[Became], Work] = {}
        for item in work:
            pending[self._executor.submit(self._attempt, item, task)] = item
            if len(pending) >= self._jobs * _AHEAD:
                yield from _finished(pending)
        while pending:
            yield from _finished(pending)

    def close(self, *, at_once: bool = False) -> None:
        """End all runners, without waiting for submissions if ``at_once``."""
        with self._lock:
            self._closing = at_once
            running = list(self._runners) if at_once else []
        for runner in running:
            runner.kill()
        self._executor.shutdown(wait=True, cancel_futures=True)
        for runner in list(self._runners):
            runner.close()
        self._runners.clear()

    def _attempt(
        self, item: Work, task: Callable[[Work], tuple[Setup, Task] | None]
    ) -> Became:
        made = task(item)
        if made is None:
            return None
        ended: ProblemBroken | SandboxFailed | None = None
        for _ in range(_ATTEMPTS):
            try:
                return self._run(*made)
            except (ProblemBroken, SandboxFailed) as error:
                self._drop()
                ended = error
                if self._closing or isinstance(error, ProblemBroken):
                    break
        return ended

    def _run(self, setup: Setup, task: Task) -> Report:
        return self._runner(setup).run(task)

    def _runner(self, setup: Setup) -> Runner:
        """Return this thread's runner, started anew for another problem."""
        runner: Runner | None = getattr(self._local, "runner", None)
        if runner is not None and runner.setup == setup:
            return runner
        if runner is not None:
            self._drop()
        with self._lock:
            if self._closing:
                raise SandboxFailed("the run was ended")
            if self._waiting and self._waiting[-1].setup == setup:
                runner = self._waiting.pop()
            else:
                runner = Runner(setup)
                self._runners.add(runner)
        self._local.runner = runner
        return runner

    def _drop(self) -> None:
        runner: Runner | None = getattr(self._local, "runner", None)
        if runner is None:  # it did not even start
            return
        self._local.runner = None
        runner.kill()
        runner.close()
        with self._lock:
            self._runners.discard(runner)


def _finished(
    pending: dict[Future[Became], Work],
) -> Iterator[tuple[Work, Became]]:
    done, _ = wait(pending, return_when=FIRST_COMPLETED)
    for future in done:
        yield pending.pop(future), future.result()


def _proved(record: dict[str, Any]) -> Proved:
    reference, stub = record["reference"], record["stub"]
    return Proved(
        tests=tuple(TestInfo(**test) for test in record["tests"]),
        reference=None if reference is None else Report.from_json(reference),
        stub=None if stub is None else Report.from_json(stub),
        stateful=record["stateful"],
    )
