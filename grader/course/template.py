"""``student_template/``: what students of a course are given, made from its problems.

Everything in it comes from `public_files`, so nothing hidden can be there. It is kept
in the repository for students to fetch, hence the check that it is up to date.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import zip_longest
from pathlib import Path

from grader.errors import UsageError
from grader.problems import Library, Problem, public_files

__all__ = ["Difference", "DifferenceKind", "check", "write"]

_README = """\
# Exercises

Each folder here is one exercise. Read its `statement.md`, then edit the one file that
has the name of the folder, such as `{file}`.
The other files are for you to read: the examples that your code is checked against
(`test_examples.py`) and hints (`hints.md`, the mildest first). More tests run when you
hand in; the table below says how many.

## Install

You need Python 3.11 or newer. Your course tells you the ADDRESS to install from.

```sh
python -m venv .venv
source .venv/bin/activate     # on Windows: .venv\\Scripts\\activate
python -m pip install ADDRESS
grader doctor                 # says whether all is well
```

## Work on an exercise

```sh
cd {id}
grader show {id}
grader check            # run the examples
grader check --watch    # run them again each time you save
# The next hint, one at a time:
grader hint {id}
# A fresh start; your old file is kept:
grader reset {id}
```

## Hand in

```sh
grader submit --out {id}.zip
```

Upload the archive where your course asks for it.

## The exercises

| folder | exercise | difficulty | minutes | points | hidden tests |
| --- | --- | --- | ---: | ---: | ---: |
{rows}
"""


class DifferenceKind(StrEnum):
    """How a file of the template is not as the problems say."""

    MISSING = "missing"
    EXTRA = "extra"
    DIFFERS = "differs"


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """One file that is not as it should be.

    ``line`` is the first that differs; ``expected`` and ``actual`` are its text on the
    two sides, None where that side has ended.
    """

    path: str
    kind: DifferenceKind
    line: int | None = None
    expected: str | None = None
    actual: str | None = None

    def __str__(self) -> str:
        where = self.path if self.line is None else f"{self.path}:{self.line}"
        if self.kind is not DifferenceKind.DIFFERS:
            return f"{where}: {self.kind}"
        return f"{where}: expected {_shown(self.expected)}, found {_shown(self.actual)}"


def write(library: Library, directory: Path) -> list[Path]:
    """Write the template and return its files; what else is there is left alone.

    Raises
    ------
    UsageError
        If somebody has worked in the template: nothing is written then.
    """
    files = _files(library)
    if worked_in := [name for name in files if _is_work(directory / name, library)]:
        raise UsageError(
            f"somebody has worked in {directory}: {', '.join(worked_in)} is no longer "
            "its stub. Move it away first"
        )
    written: list[Path] = []
    for name, content in files.items():
        path = directory / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)
        written.append(path)
    return written


def check(library: Library, directory: Path) -> list[Difference]:
    """Compare a template with the problems, file by file in the order of their paths.

    Line ends do not count, nor do files and folders whose name starts with a dot and
    the caches of Python.
    """
    expected = _files(library)
    found = {path.relative_to(directory).as_posix(): path for path in _walk(directory)}
    differences: list[Difference] = []
    for name in sorted(expected.keys() | found.keys()):
        if name not in found:
            differences.append(Difference(path=name, kind=DifferenceKind.MISSING))
        elif name not in expected:
            differences.append(Difference(path=name, kind=DifferenceKind.EXTRA))
        else:
            actual = found[name].read_bytes().replace(b"\r\n", b"\n")
            differences += _compare(name, expected[name], actual)
    return differences


def _files(library: Library) -> dict[str, bytes]:
    """Return all files of the template, path → content."""
    problems = library.load_all()
    if not problems:
        raise UsageError("there is no problem to make a template of")
    files = {"README.md": _readme(problems).encode()}
    for problem in problems:
        public = public_files(problem)
        for name, content in public.items():
            files[f"{problem.id}/{name}"] = content
        files[f"{problem.id}/{problem.file_name}"] = public["stub.py"]
    return files


def _readme(problems: tuple[Problem, ...]) -> str:
    return _README.format(
        id=problems[0].id,
        file=problems[0].file_name,
        rows="\n".join(_row(problem) for problem in problems),
    )


def _row(problem: Problem) -> str:
    title = problem.title.replace("|", r"\|")
    needs = f" (needs {', '.join(problem.needs)})" if problem.needs else ""
    cells = [
        f"`{problem.id}`",
        title + needs,
        problem.difficulty,
        str(problem.minutes),
        f"{problem.points:g}",
        str(problem.hidden_tests),
    ]
    return f"| {' | '.join(cells)} |"


def _walk(directory: Path) -> Iterator[Path]:
    for path in sorted(directory.rglob("*")):
        parts = path.relative_to(directory).parts
        ours = not any(part.startswith(".") or part == "__pycache__" for part in parts)
        if ours and path.is_file():
            yield path


def _is_work(path: Path, library: Library) -> bool:
    """Tell whether a student's file is there that is not the stub beside it."""
    if path.stem not in library.ids() or path.parent.name != path.stem:
        return False
    stub = path.with_name("stub.py")
    return path.is_file() and not (
        stub.is_file() and stub.read_bytes() == path.read_bytes()
    )


def _compare(name: str, expected: bytes, actual: bytes) -> Iterator[Difference]:
    pairs = zip_longest(expected.split(b"\n"), actual.split(b"\n"))
    for number, (ours, theirs) in enumerate(pairs, 1):
        if ours != theirs:
            yield Difference(
                path=name,
                kind=DifferenceKind.DIFFERS,
                line=number,
                expected=_text(ours),
                actual=_text(theirs),
            )
            return


def _text(line: bytes | None) -> str | None:
    return None if line is None else line.decode(errors="replace")


def _shown(line: str | None) -> str:
    return "the end of the file" if line is None else repr(line)
