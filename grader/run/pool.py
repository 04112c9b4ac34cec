"""Runners side by side.

A `Pool` keeps a runner per job, each driven by a thread of its own, and hands results
back as they come. A runner that dies is replaced and its submission tried once more:
only if that fails too is the submission not graded, and never is it a zero.
"""

import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from typing import Final, TypeVar

from grader.errors import ProblemBroken, SandboxFailed
from grader.processors import usable
from grader.run.runner import Runner
from grader.run.tasks import Report, Setup, Task
from grader.sandbox import Server

__all__ = ["Pool"]

_AHEAD: Final = 4  # submissions per job that are read before they are needed
_ATTEMPTS: Final = 2  # the second one with another runner

Work = TypeVar("Work")
Became = Report | ProblemBroken | SandboxFailed | None


class Pool:
    """
    A runner per job, and the server that they share.

    The first runner starts at once, before it is known for what.

    Parameters
    ----------
    jobs
        How many submissions are graded at the same time.
    server
        Gives runners their launchers; it is closed with the pool.
    """

    def __init__(self, jobs: int, server: Server) -> None:
        self.server = server
        self._jobs = jobs
        self._executor = ThreadPoolExecutor(jobs, thread_name_prefix="grader-job")
        self._local = threading.local()
        self._lock = threading.Lock()
        self._closing = False
        self._runners: set[Runner] = set()
        self._waiting = [self._start()]

    def __enter__(self) -> "Pool":
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(at_once=kind is not None)

    def start(self, setup: Setup, *, submissions: int | None = None) -> None:
        """Start the runners for a problem, if need be one for each submission."""
        wanted = min(self._jobs, submissions or self._jobs)
        while len(self._waiting) < wanted:
            self._waiting.append(self._start())
        for runner in self._waiting:
            runner.take(setup)

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
        self.server.close()

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
                runner = self._start(setup)
        self._local.runner = runner
        return runner

    def _start(self, setup: Setup | None = None) -> Runner:
        runner = Runner(self.server, setup, processor=self._processor())
        self._runners.add(runner)
        return runner

    def _processor(self) -> int | None:
        """
        Return the processor of the next runner, None if it may use any.

        With a runner for each processor, each keeps to its own together with its
        students' processes: to wake a process on another one takes longer.
        """
        processors = usable()
        if self._jobs < len(processors):
            return None
        taken = Counter(runner.processor for runner in self._runners)
        return min(processors, key=lambda each: taken[each])

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
