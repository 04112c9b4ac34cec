"""Submissions that a test can call, each in a process of its own."""

from collections.abc import Callable, Iterator

import pytest

from grader.model import Limits
from grader.remote import Session, Student, Submission
from grader.sandbox import Launcher, Level
from grader.sandbox import launcher as start_launcher


@pytest.fixture(scope="session")
def launcher() -> Iterator[Launcher]:
    """Start the launcher that this system has."""
    with start_launcher(Level.NONE) as made:
        yield made


def _opened(launcher: Launcher) -> Iterator[Callable[..., Session]]:
    opened = []

    def _open(source: str, *, support: str | None = None, **limits: float) -> Session:
        submission = Submission(
            name="work",
            file_name="work.py",
            source=source,
            functions={"f": ("x", "y"), "g": ("a",)},
            support=support,
            limits=Limits(**limits),
        )
        box = launcher.open(submission.load_frame(), submission.limits)
        process = box.spawn()
        opened.append((box, process))
        session = Session(process, submission, submission.limits.wall_seconds)
        session.load()
        return session

    yield _open
    for box, process in opened:
        process.ending()
        box.close()


@pytest.fixture
def open_session(launcher) -> Iterator[Callable[..., Session]]:
    """Return a function that executes a source: the session, ready for calls."""
    yield from _opened(launcher)


@pytest.fixture
def enter(open_session) -> Callable[..., Student]:
    """Return a function that executes a source: the submission as a test sees it."""
    return lambda source, **options: Student(open_session(source, **options))


@pytest.fixture(scope="module")
def enter_once(launcher) -> Iterator[Callable[..., Student]]:
    """Execute a source for all tests of a module."""
    opened = _opened(launcher)
    open_session = next(opened)
    yield lambda source: Student(open_session(source, wall_seconds=300.0))
    next(opened, None)
