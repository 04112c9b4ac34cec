"""Checking: a student's own file against the public examples, once or at every save."""

import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grader.course.isolated import start_server
from grader.course.setups import record, setup_of
from grader.errors import SandboxFailed, UsageError
from grader.intake import Submission, collect, read
from grader.model import Result, Status
from grader.problems import Library, Problem
from grader.run.runner import Runner
from grader.run.tasks import Report, Task

__all__ = ["Checker", "Saves", "Target", "find"]

_SETTLE_SECONDS: Final = 0.005
_SETTLES: Final = 100
_SEED: Final = 0  # a check gives the same result each time


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """A student's file and the problem that it is for."""

    problem: Problem
    file: Path


def find(
    paths: Sequence[Path], library: Library, *, problem: str | None, here: Path
) -> list[Target]:
    """
    Return the files to check.

    Parameters
    ----------
    paths
        Files and folders; without any, what lies in ``here`` or in the folders made by
        ``grader start`` in it.
    library
        The problems at hand.
    problem
        The problem that all files are for; otherwise their names tell.
    here
        The working folder.

    Raises
    ------
    UsageError
        Nothing was found, or a file is of no known problem.
    """
    chosen = None if problem is None else library.find(problem).id
    targets: list[Target] = []
    for path in paths or (here,):
        if path.is_dir():
            targets += _in_folder(path, library, chosen)
        else:
            targets.append(_of_file(path, library, chosen))
    if not targets:
        wanted = f"{chosen}.py" if chosen else "problem's file"
        where = " or ".join(map(str, paths)) or "this folder"
        raise UsageError(
            f"no {wanted} in {where}. To begin with a problem: grader start ID"
        )
    return targets


def _in_folder(folder: Path, library: Library, chosen: str | None) -> list[Target]:
    names = (chosen,) if chosen else library.ids()
    found = []
    for name in names:
        for file in (folder / f"{name}.py", folder / name / f"{name}.py"):
            if file.is_file():
                found.append(Target(problem=library.find(name), file=file))
                break
    return found


def _of_file(file: Path, library: Library, chosen: str | None) -> Target:
    if not file.exists():
        if chosen is not None or file.suffix == ".py":
            raise UsageError(f"{file}: no such file")
        return _of_problem(library.find(str(file)))  # grader check gradient_check
    if chosen is None and file.stem not in library.ids():
        raise UsageError(
            f"{file} is named after no problem: say which with --problem, "
            f"one of {', '.join(library.ids())}"
        )
    return Target(problem=library.find(chosen or file.stem), file=file)


def _of_problem(problem: Problem) -> Target:
    name = problem.file_name
    for file in (Path(name), Path(problem.id) / name):
        if file.is_file():
            return Target(problem=problem, file=file)
    raise UsageError(f"there is no {name} here; to begin: grader start {problem.id}")


class Checker:
    """Keeps a warm runner per problem, so that a check at a save takes no start."""

    def __init__(self, isolation: str) -> None:
        self._isolation, self._server = start_server(isolation)
        self._runners: dict[str, Runner] = {}

    def __enter__(self) -> "Checker":
        return self

    def __exit__(self, *_: object) -> None:
        for runner in self._runners.values():
            _end(runner)
        self._server.close()

    def warm(self, target: Target) -> None:
        """Start the runner for a target."""
        problem = target.problem
        if problem.id not in self._runners:
            setup = setup_of(problem, hidden=False)
            self._runners[problem.id] = Runner(self._server, setup)

    def check(self, target: Target) -> Result:
        """Run the examples on a file as it is now."""
        submission = _submission(target)
        reading = read(submission)
        report = None
        if reading.status is Status.GRADED:
            task = Task(source=reading.text or "", seed=_SEED, fault=reading.fault)
            report = self._run(target, task)
        return record(
            target.problem,
            submission,
            reading,
            report,
            isolation=self._isolation,
            seed=_SEED,
        )

    def _run(self, target: Target, task: Task) -> Report | SandboxFailed:
        """Run a task; with another runner if the first one is gone."""
        report = self._try(target, task)
        return report if isinstance(report, Report) else self._try(target, task)

    def _try(self, target: Target, task: Task) -> Report | SandboxFailed:
        self.warm(target)
        try:
            return self._runners[target.problem.id].run(task)
        except SandboxFailed as error:
            _end(self._runners.pop(target.problem.id))
            return error


class Saves:
    """Notices when files are saved, on any file system."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._known = {file: _stamp(file) for file in files}

    def take(self) -> list[Path]:
        """Return the files that were saved since the last call."""
        saved = [
            file
            for file in self._known
            if _stamp(file) not in (self._known[file], None)
        ]
        self._known |= {file: _settled(file) for file in saved}
        return saved


def _settled(file: Path) -> tuple[int, ...] | None:
    """Wait until an editor has written all of a file."""
    before, now = None, _stamp(file)
    for _ in range(_SETTLES):
        if now == before:
            break
        time.sleep(_SETTLE_SECONDS)
        before, now = now, _stamp(file)
    return now


def _stamp(file: Path) -> tuple[int, ...] | None:
    try:
        status = file.stat()
    except OSError:  # an editor may be about to put the new file in place
        return None
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size, status.st_ino


def _submission(target: Target) -> Submission:
    if not target.file.exists():  # it was there, and may be again
        return Submission(
            student=target.file.absolute().parent.name,
            problem=target.problem.id,
            path=str(target.file),
        )
    found = collect(
        [target.file], problem_ids=[target.problem.id], problem=target.problem.id
    )
    return found.submissions[0]


def _end(runner: Runner) -> None:
    runner.kill()
    runner.close()
