"""Processes of both launchers, with a submission loaded into them."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

import pytest

from grader.errors import SandboxFailed
from grader.isolation import survey
from grader.model import Limits
from grader.remote import Session, Student, Submission
from grader.sandbox import Box, Launcher, Process, Server, attach, serve
from grader.sandbox.plain import NoServer

# Each level that holds here, and what serves where there is no fork.
SERVERS: Mapping[str, Callable[[], Server]] = {
    **{
        each.level.value: partial(serve, each.level)
        for each in survey()
        if each.fault is None and sys.platform == "linux"
    },
    "plain": NoServer,
}


@dataclass(frozen=True, slots=True)
class Life:
    """A box, a process of it that has executed the source, and what a test sees."""

    box: Box
    process: Process
    submission: Submission
    made: list[Process] = field(default_factory=list)

    def enter(self) -> Student:
        """Wait until the source is executed."""
        session = Session(
            self.process, self.submission, self.submission.limits.wall_seconds
        )
        session.load()
        return Student(session)

    def another(self, *, following: int = 0) -> "Life":
        """Make a second process of the same box."""
        self.made.append(self.box.spawn(following=following))
        return replace(self, process=self.made[-1])

    def close(self) -> None:
        """End everything."""
        for process in (self.process, *self.made):
            with suppress(SandboxFailed):  # the launcher may be gone
                process.ending()
        self.box.close()


@pytest.fixture(scope="session", params=SERVERS)
def kind(request) -> str:
    """Name a launcher: every test that asks runs once for each."""
    return request.param


@pytest.fixture(scope="session")
def launcher(kind) -> Iterator[Launcher]:
    """One launcher for all tests, started where a secret lies in the environment."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("COURSE_SECRET", "hunter2")
        server = SERVERS[kind]()
    with closing(server), closing(attach(server.connect())) as made:
        yield made


@pytest.fixture
def own_server(kind) -> Iterator[Server]:
    """Start a server of the test's own."""
    with closing(SERVERS[kind]()) as server:
        yield server


@pytest.fixture
def own_launcher(own_server) -> Iterator[Launcher]:
    """Start a launcher of the test's own."""
    with closing(attach(own_server.connect())) as made:
        yield made


@pytest.fixture
def open_box() -> Iterator[Callable[..., Life]]:
    """Open a box for a source, with one process in it; it is closed afterwards."""
    lives = []

    def _open(launcher: Launcher, source: str, **limits: float) -> Life:
        submission = Submission(
            name="work",
            file_name="work.py",
            source=source,
            functions={"f": ("x", "y"), "g": ("x",)},
            support=None,
            limits=Limits(**{"wall_seconds": 10.0, **limits}),
        )
        box = launcher.open(submission.load_frame(), submission.limits)
        lives.append(Life(box, box.spawn(), submission))
        return lives[-1]

    yield _open
    for life in lives:
        life.close()


@pytest.fixture
def start(launcher, open_box) -> Callable[..., Life]:
    """Open a box of the launcher that all tests share."""

    def _start(source: str, **limits: float) -> Life:
        return open_box(launcher, source, **limits)

    return _start


@pytest.fixture
def enter(start) -> Callable[..., Student]:
    """Execute a source in a box that is closed after the test."""

    def _enter(source: str, **limits: float) -> Student:
        return start(source, **limits).enter()

    return _enter


@pytest.fixture
def gone() -> Callable[[int], bool]:
    """Wait until a process is gone, or dead and only waits to be reaped."""

    def _gone(process: int) -> bool:
        until = time.monotonic() + 3
        while _state(process) not in ("", "Z") and time.monotonic() < until:
            time.sleep(0.005)
        return _state(process) in ("", "Z")

    return _gone


@pytest.fixture
def outside(children) -> Callable[[int], int]:
    """Tell a process's number here, from the one that it has in its own namespace."""

    def _outside(inside: int) -> int:
        numbers = {child: _number_inside(child) for child in children()}
        found = [child for child, number in numbers.items() if number == inside]
        return max(found)  # the latest: numbers of other namespaces are reused

    return _outside


@pytest.fixture
def descriptors() -> Callable[[], int]:
    """Count the descriptors that this process has open."""
    return lambda: len([*Path("/proc/self/fd").iterdir()])


@pytest.fixture
def children() -> Callable[[], list[int]]:
    """List the processes that this one has started, with those below them."""

    def _children() -> list[int]:
        parents = {
            int(entry.name): _parent(int(entry.name))
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit()
        }
        found = {os.getpid()}
        for _ in parents:
            found |= {child for child, parent in parents.items() if parent in found}
        return sorted(found - {os.getpid()})

    return _children


def _state(process: int) -> str:
    fields = _status(process)
    return fields[0] if fields else ""


def _parent(process: int) -> int:
    fields = _status(process)
    return int(fields[1]) if fields else 0


def _number_inside(process: int) -> int:
    try:
        lines = Path(f"/proc/{process}/status").read_text().splitlines()
    except (FileNotFoundError, ProcessLookupError):
        return 0
    return int(next(line for line in lines if line.startswith("NSpid:")).split()[-1])


def _status(process: int) -> list[str]:
    """Return the fields of a process that follow its name: state, parent, …"""
    try:
        text = Path(f"/proc/{process}/stat").read_text()
    except (FileNotFoundError, ProcessLookupError):
        return []
    return text.rpartition(")")[2].split()
