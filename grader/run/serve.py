"""A runner: one trusted process that grades submissions of one problem.

It may be given the control socket of a launcher. It reads the setup and then tasks from
standard input, a line of JSON each, and writes the proof of the tests and then reports
to standard output.
"""

import json
import os
import select
import socket
import sys
import threading
import time
from collections.abc import Iterator, Mapping
from contextlib import closing
from pathlib import Path
from typing import IO, Any, Final

import pytest

from grader.run.loop import Loop
from grader.run.report import ARGUMENTS
from grader.run.tasks import Proof, Setup, Task
from grader.sandbox import Launcher, attach

__all__ = ["main"]

_GRACE_SECONDS: Final = 0.5
_ARGUMENTS: Final = (
    *("--noconftest", "--import-mode=importlib", "--strict-markers"),
    *("-c", str(Path(__file__).with_name("pytest.ini"))),
    # Not needed, and dear: the last two collect garbage for 17 ms at a session's end.
    *(f"-pno:{name}" for name in ("cacheprovider", "terminal", "logging", "warnings")),
    *(f"-pno:{name}" for name in ("faulthandler", "doctest", "junitxml", "pastebin")),
    *(f"-pno:{name}" for name in ("stepwise", "setuponly", "setupplan", "debugging")),
    *(f"-pno:{name}" for name in ("capture", "unittest", "recwarn", "subtests")),
    *(f"-pno:{name}" for name in ("unraisableexception", "threadexception")),
    *ARGUMENTS,
)


def main() -> None:
    """Serve until standard input ends."""
    sys.dont_write_bytecode = True  # of the tests: nothing is left beside them
    control = socket.socket(fileno=int(sys.argv[1])) if sys.argv[1:] else None
    lines, answers = _streams()
    _end_with_the_command(lines.fileno())
    with closing(attach(control)) as launcher:
        first = next(lines, None)
        if first is not None:  # there is something to do
            setup = Setup.from_json(json.loads(first))
            _serve(setup, launcher, lines, answers)
    answers.flush()
    os._exit(0)  # Python would take everything apart first, for a tenth of a second


def _serve(
    setup: Setup, launcher: Launcher, lines: Iterator[str], answers: IO[str]
) -> None:
    def say(key: str, record: Mapping[str, Any]) -> None:
        answers.write(json.dumps({key: record}) + "\n")
        answers.flush()

    tasks = (Task.from_json(json.loads(line)) for line in lines)
    proof: Proof | None = None
    while True:
        loop = Loop(
            setup,
            launcher,
            tasks=tasks,
            prove=lambda made: say("proof", made.to_json()),
            answer=lambda report: say("report", report.to_json()),
            proof=proof,
        )
        code = pytest.main([*_ARGUMENTS, *_paths(setup)], plugins=[loop])
        if loop.exhausted:
            return
        if not loop.outdated:
            say(*_why_ended(loop, int(code)))
            return
        proof = loop.proof


def _why_ended(loop: Loop, code: int) -> tuple[str, dict[str, Any]]:
    if loop.failure is not None:
        return "failed", {"message": loop.failure}
    errors = loop.errors or [f"pytest found no tests (exit code {code})"]
    if loop.proof is None:
        return "broken", {"errors": errors}
    return "failed", {"message": f"the tests cannot be run again: {'; '.join(errors)}"}


def _paths(setup: Setup) -> list[str]:
    return [
        f"--rootdir={setup.folder}",
        *(str(Path(setup.folder) / name) for name in setup.test_files),
    ]


def _streams() -> tuple[IO[str], IO[str]]:
    """Take the protocol's streams away from what tests may print."""
    lines = open(os.dup(0), encoding="utf-8")  # noqa: PTH123, SIM115  # descriptors
    answers = open(os.dup(1), "w", encoding="utf-8")  # noqa: PTH123, SIM115
    os.dup2(2, 1)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    return lines, answers


def _end_with_the_command(descriptor: int) -> None:
    """End this process soon after the command is gone, in mid-submission too.

    A runner that is idle ends by itself, and cleans up.
    """
    if not hasattr(select, "poll"):  # Windows
        return
    hung_up = select.poll()
    hung_up.register(descriptor, 0)  # says only when the other end is closed

    def wait() -> None:
        hung_up.poll()
        time.sleep(_GRACE_SECONDS)
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
