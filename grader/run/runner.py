"""The command's end of a runner."""

import json
import subprocess  # noqa: TID251  # the only module besides the sandbox
import sys
from contextlib import nullcontext, suppress
from typing import Any, Final

from grader.errors import Location, ProblemBroken, SandboxFailed
from grader.processors import pin
from grader.run.tasks import Proof, Report, Setup, Task
from grader.sandbox import Server

__all__ = ["Runner"]

_END_SECONDS: Final = 10.0
_DEATH_SECONDS: Final = 1.0  # between the end of a runner's answers and its own


class Runner:
    """
    One trusted process that grades submissions of one problem.

    It starts at once; `proof` and `run` wait for it.

    Parameters
    ----------
    server
        Gives it its launcher.
    setup
        The problem; it may be told later, by `take`.
    processor
        The only one that it and the students' processes use; any if it is None.
    """

    def __init__(
        self,
        server: Server,
        setup: Setup | None = None,
        *,
        processor: int | None = None,
    ) -> None:
        self.setup: Setup | None = None
        self.processor = processor
        self._proof: Proof | None = None
        with server.connect() or nullcontext() as control:
            passed = () if control is None else (control.fileno(),)
            self._process = subprocess.Popen(
                [sys.executable, "-P", "-m", "grader.run", *map(str, passed)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                encoding="utf-8",
                pass_fds=passed,
                start_new_session=True,  # Ctrl-C is the command's business
            )
        if processor is not None:
            pin(self._process.pid, [processor])
        if setup is not None:
            self.take(setup)

    def take(self, setup: Setup) -> None:
        """Tell the runner its problem, once."""
        self.setup = setup
        self._say(setup.to_json())

    def proof(self) -> Proof:
        """
        Wait until the tests are collected and proved.

        Raises
        ------
        ProblemBroken
            They cannot be collected.
        """
        if self._proof is None:
            answer = self._hear()
            if "broken" in answer:
                name = "" if self.setup is None else self.setup.problem
                faults = [
                    Location(file=name, line=None, message=text)
                    for text in answer["broken"]["errors"]
                ]
                raise ProblemBroken(name, faults)
            self._proof = Proof.from_json(answer["proof"])
        return self._proof

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
