"""What works on this machine, found by doing it."""

import platform
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from typing import Final

from grader.errors import GraderError, ProblemBroken
from grader.model import Limits
from grader.problems import Edition, Library
from grader.remote import LoadFailed, Session, Student, StudentError, Submission
from grader.sandbox import LEVELS, Launcher, Level, Stopped, launcher

__all__ = ["Finding", "examine"]

_ROUNDS: Final = 20
_PACKAGES: Final = ("numpy", "pytest", "pytest-json-report", "msgpack", "click", "rich")
_SOURCE: Final = "def double(x):\n    return 2 * x\n"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was tried: does it work, what was seen, what would mend it."""

    works: bool
    what: str
    seen: str
    fix: str | None = None


def examine(find_problems: Callable[[], Library]) -> Iterator[Finding]:
    """Try everything that grading needs and yield what was found."""
    yield Finding(
        works=sys.version_info >= (3, 11),
        what="Python",
        seen=f"{platform.python_version()} on {platform.system()}",
        fix=None if sys.version_info >= (3, 11) else "install Python 3.11 or later",
    )
    yield Finding(
        works=True,
        what="packages",
        seen=", ".join(f"{name} {version(name)}" for name in _PACKAGES),
    )
    yield from _levels()
    yield _problems(find_problems)


def _levels() -> Iterator[Finding]:
    """Run a small submission at each level that this version has."""
    absent = [level for level in Level if level not in LEVELS]
    if absent:
        yield Finding(
            works=False,
            what="higher isolation",
            seen=f"{', '.join(absent)} are not in this version",
            fix="grade only code that you would run yourself, or in a container",
        )
    for level in LEVELS:
        try:
            milliseconds = _try_level(level)
        except (GraderError, Stopped, LoadFailed, StudentError) as error:
            yield Finding(works=False, what=f"isolation {level}", seen=str(error))
        else:
            yield Finding(
                works=True,
                what=f"isolation {level}",
                seen=f"a fresh process per test in {milliseconds:.1f} ms",
            )


def _try_level(level: Level) -> float:
    """Return the milliseconds that one test takes."""
    with launcher(level) as made:
        return 1000 * median(_one_test(made) for _ in range(_ROUNDS))


def _one_test(made: Launcher) -> float:
    limits = Limits()
    submission = Submission(
        name="double",
        file_name="double.py",
        source=_SOURCE,
        functions={"double": ("x",)},
        support=None,
        limits=limits,
    )
    started = time.perf_counter()
    box = made.open(submission.load_frame(), limits)
    process = box.spawn()
    session = Session(process, submission, limits.wall_seconds)
    session.load()
    answer = Student(session).double(21)
    process.ending()
    box.close()
    if answer != 42:
        raise GraderError(f"2 * 21 came back as {answer!r}")
    return time.perf_counter() - started


def _problems(find_problems: Callable[[], Library]) -> Finding:
    try:
        problems = find_problems().load_all()
    except ProblemBroken as error:
        return Finding(
            works=False,
            what="problems",
            seen=f"{error.problem}: not fit to use",
            fix="grader list shows every fault",
        )
    except GraderError as error:
        return Finding(works=False, what="problems", seen=str(error))
    full = sum(problem.edition is Edition.FULL for problem in problems)
    hidden = f"{full} with hidden tests" if full else "none with hidden tests"
    return Finding(works=True, what="problems", seen=f"{len(problems)} found, {hidden}")
