"""What works on this machine, found by doing it."""

import platform
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib.metadata import version
from statistics import median
from typing import Final

from grader.errors import GraderError, ProblemBroken
from grader.isolation import survey
from grader.model import Limits
from grader.problems import Edition, Library
from grader.remote import LoadFailed, Session, Student, StudentError, Submission
from grader.sandbox import Launcher, Level, Stopped, launcher

__all__ = ["Finding", "examine"]

_ROUNDS: Final = 20
_PACKAGES: Final = ("numpy", "pytest", "pytest-json-report", "msgpack", "click", "rich")
_FIXES: Final[Mapping[str, str]] = {
    "bubblewrap is not installed": "sudo apt install bubblewrap (or dnf, pacman, apk)",
    "libseccomp is not installed": "sudo apt install libseccomp2 (or dnf, pacman, apk)",
    "uid map": "sudo apt install apparmor-profiles, and load its profile for bwrap",
    "RTM_NEWADDR": "sudo apt install apparmor-profiles, and load its profile for bwrap",
    "Landlock": "boot a Linux 5.13 or later with landlock in its list of lsm=",
    "--size": "install bubblewrap 0.7 or later",
}
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
    """Try each isolation level of this system; say what would mend those that fail."""
    for surveyed in survey():
        yield _level(surveyed.level, surveyed.fault)


def _level(level: Level, fault: str | None) -> Finding:
    what = f"isolation {level}"
    try:
        if fault is None:
            seen = f"holds; a fresh process per test in {_try_level(level):.1f} ms"
            return Finding(works=True, what=what, seen=seen)
    except (GraderError, Stopped, LoadFailed, StudentError) as error:
        fault = str(error)
    return Finding(works=False, what=what, seen=fault, fix=_fix(level, fault))


def _fix(level: Level, fault: str) -> str:
    """Return the one command or step that would mend a level."""
    for words, fix in _FIXES.items():
        if words in fault:
            return fix
    if level is Level.NONE:
        return "install numpy and grader anew"
    return "see docs/security.md; the next lower level may do"


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
