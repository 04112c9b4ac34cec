"""Small problems made for one test, and runners that grade them."""

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path

import pytest

from grader.model import Limits
from grader.run.runner import Runner
from grader.run.tasks import Report, Setup, Task
from grader.sandbox import Level, Server, serve

REFERENCE = "def f(x): return 2 * x\ndef g(x): return x, 2.0 * x\n"
STUB = "def f(x): raise NotImplementedError\ndef g(x): raise NotImplementedError\n"
EXAMPLES = '''
def test_one(student):
    """One becomes two."""
    assert student.f(1) == 2
'''


@pytest.fixture(scope="session")
def write_problem() -> Callable[..., Setup]:
    """Return a function that writes a problem's tests and says what a runner needs."""
    return _write_problem


@pytest.fixture
def make_setup(tmp_path) -> Callable[..., Setup]:
    """Write a problem of the test's own."""
    return lambda hidden, **options: _write_problem(
        tmp_path / "problem", hidden, **options
    )


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    """Give launchers to all runners of these tests."""
    with closing(serve(Level.NONE)) as made:
        yield made


@pytest.fixture
def start(server) -> Iterator[Callable[[Setup], Runner]]:
    """Start runners that are closed after the test."""
    runners = []

    def _start(setup: Setup) -> Runner:
        runners.append(Runner(server, setup))
        return runners[-1]

    yield _start
    for runner in runners:
        runner.close()


@pytest.fixture(scope="session")
def task() -> Callable[..., Task]:
    """Return a function that makes a task, of the reference if nothing else is said."""
    return lambda source=REFERENCE, **options: Task(
        **{"source": source, "seed": 1, **options}
    )


@pytest.fixture(scope="session")
def outcomes() -> Callable[[Report], dict[str, str]]:
    """Return a function that tells the outcome of each test."""
    return lambda report: {test.id: test.outcome.value for test in report.tests}


@pytest.fixture
def descendants() -> Callable[[int], set[int]]:
    """Return a function that lists the living processes below a process."""

    def _descendants(process: int) -> set[int]:
        parents = {
            int(entry.name): _parent(entry)
            for entry in Path("/proc").iterdir()
            if entry.name.isdigit()
        }
        found = {process}
        while more := {n for n in parents if parents[n] in found} - found:
            found |= more
        return found - {process}

    return _descendants


@pytest.fixture
def all_gone() -> Callable[[set[int]], bool]:
    """Return a function that waits until none of the processes lives."""

    def _all_gone(processes: set[int]) -> bool:
        until = time.monotonic() + 5
        while any(map(_lives, processes)) and time.monotonic() < until:
            time.sleep(0.01)
        return not any(map(_lives, processes))

    return _all_gone


def _lives(process: int) -> bool:
    return _parent(Path(f"/proc/{process}")) >= 0


def _parent(entry: Path) -> int:
    """Return a process's parent, -1 if it is dead."""
    try:
        state, parent, *_ = (entry / "stat").read_text().rpartition(")")[2].split()
    except (FileNotFoundError, ProcessLookupError):
        return -1
    return -1 if state == "Z" else int(parent)


def _write_problem(
    folder: Path,
    hidden: str,
    *,
    examples: str = EXAMPLES,
    reference: str | None = REFERENCE,
    support: str | None = None,
    **limits: float,
) -> Setup:
    folder.mkdir()
    (folder / "test_examples.py").write_text(examples)
    (folder / "test_hidden.py").write_text(hidden)
    return Setup(
        problem="twice",
        folder=str(folder),
        test_files=("test_examples.py", "test_hidden.py"),
        file_name="twice.py",
        functions={"f": ("x",), "g": ("x",)},
        support=support,
        reference=reference,
        stub=STUB,
        limits=Limits(**limits),
        categories={"values": 3.0, "pair": 1.0, "other": 1.0},
    )
