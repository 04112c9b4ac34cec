"""A student's folder: made once, and begun anew without losing anything."""

from dataclasses import dataclass
from datetime import datetime
from itertools import count
from pathlib import Path

from grader.errors import UsageError
from grader.problems import Problem, public_files

__all__ = ["Started", "reset", "start"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Started:
    """A folder to work in, and the one file in it to edit."""

    problem: Problem
    folder: Path
    file: Path


def start(problem: Problem, directory: Path) -> Started:
    """Make a student's folder: the public edition and ``<id>.py``, a copy of the stub.

    Raises
    ------
    UsageError
        If the student's file exists, or another file would have to be overwritten.
    """
    files = public_files(problem)
    file = directory / problem.file_name
    if file.exists() or file.is_symlink():
        raise UsageError(
            f"{file} exists and stays as it is. To begin anew and keep a copy of it: "
            f"grader reset {problem.id}"
        )
    taken = [name for name in files if _holds_other(directory / name, files[name])]
    if taken:
        raise UsageError(
            f"{directory} has other files of the same name: {', '.join(taken)}. "
            f"Start in a new folder: grader start {problem.id} DIR"
        )
    try:
        directory.mkdir(parents=True, exist_ok=True)
        for name, content in files.items():
            (directory / name).write_bytes(content)
        _write_new(file, files["stub.py"])
    except OSError as error:
        raise UsageError(f"cannot write to {directory}: {error.strerror}") from error
    return Started(problem=problem, folder=directory, file=file)


def reset(problem: Problem, file: Path, *, now: datetime | None = None) -> Path:
    """Put a fresh stub in place of a student's file and return where the old one is.

    The copy stands beside the file, under a name that no file had before.

    Raises
    ------
    UsageError
        If there is no such file, or it cannot be copied; it is then as it was.
    """
    if not file.is_file():
        raise UsageError(
            f"there is no file {file} to reset. To begin: grader start {problem.id}"
        )
    stub = public_files(problem)["stub.py"]
    try:
        kept = _keep(file, now or datetime.now())
        file.write_bytes(stub)
    except OSError as error:
        raise UsageError(f"cannot reset {file}: {error.strerror}") from error
    return kept


def _holds_other(path: Path, content: bytes) -> bool:
    if path.is_file():
        return path.read_bytes().replace(b"\r\n", b"\n") != content
    return path.exists() or path.is_symlink()


def _keep(file: Path, now: datetime) -> Path:
    content = file.read_bytes()
    stamp = f"{file.stem}.{now:%Y%m%d-%H%M%S}"
    for number in count(1):
        copy = file.with_name(f"{stamp}{f'-{number}' if number > 1 else ''}.py.bak")
        try:
            _write_new(copy, content)
        except FileExistsError:
            continue
        break
    return copy


def _write_new(path: Path, content: bytes) -> None:
    """Write a file that must not exist; the check and the write are one step."""
    with path.open("xb") as file:
        file.write(content)
