"""Which problems there are, and where: the order of search is told in `locate`."""

import os
import stat
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import takewhile
from pathlib import Path
from typing import Any

from grader.errors import Location, ProblemBroken, UsageError
from grader.problems.loading import folder_name, load
from grader.problems.problem import Edition, Problem
from grader.problems.text import closest, read_text

__all__ = ["INSTALLED", "Library", "locate"]

# The public editions inside the package; a checkout of the source has none there.
INSTALLED = Path(__file__).parent.parent / "template"
_SETTINGS = "problem.toml"


_VARIABLE = "GRADER_PROBLEMS"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Place:
    id: str
    folder: Path
    edition: Edition


@dataclass(frozen=True, slots=True)
class Library:
    """The problems at hand: id → folder, in the order in which to list them."""

    folders: Mapping[str, Path]

    def ids(self) -> tuple[str, ...]:
        return tuple(self.folders)

    def find(self, problem_id: str) -> Problem:
        """Load a problem; ``gradient-check`` and ``gradient_check/`` are understood.

        Raises
        ------
        UsageError
            If there is none of that id; the message names the one that was meant.
        ProblemBroken
            If its folder is not fit to grade.
        """
        name = problem_id.strip().rstrip("/\\").replace("-", "_")
        name = name if name in self.folders else name.lower()
        if name in self.folders:
            return load(self.folders[name])
        if meant := closest(name, list(self.folders)):
            help_text = f"did you mean {meant!r}?"
        else:
            help_text = f"there are {', '.join(self.folders)}"
        raise UsageError(f"no problem {problem_id!r}: {help_text}")

    def load_all(self) -> tuple[Problem, ...]:
        """Load every problem; the faults of all broken ones are raised together."""
        problems: list[Problem] = []
        broken: list[str] = []
        faults: list[Location] = []
        for problem_id, folder in self.folders.items():
            try:
                problems.append(load(folder))
            except ProblemBroken as error:
                broken.append(problem_id)
                faults += error.faults
        if faults:
            raise ProblemBroken(", ".join(broken), faults)
        return tuple(problems)


def locate(
    problems: Path | None,
    environment: str | None,
    start: Path,
    *,
    installed: Path = INSTALLED,
) -> Library:
    """Find the problem folders.

    ``problems``, else ``environment``, decides alone if given: a folder of problems or
    one problem; ``environment`` may name several. Otherwise these are joined, and of
    two folders with one id the first is taken. The search goes up from ``start`` as far
    as the first folder where anybody may write, such as ``/tmp``:

    1. the problem that ``start`` stands in;
    2. the full editions in the nearest folder ``problems`` at or above ``start``;
    3. the problems in ``start`` or in the nearest folder above that holds any, such
       as a student's folder of public editions;
    4. where there is no full edition so far, the public ones in ``installed``.

    Raises
    ------
    UsageError
        If there is no problem; the message says where it was looked for.
    """
    if problems is not None:
        return _library(_named(problems, "--problems"))
    parts = [part for part in (environment or "").split(os.pathsep) if part.strip()]
    if parts:
        return _library(
            [place for part in parts for place in _named(Path(part), _VARIABLE)]
        )
    found = _near(start.absolute())
    if not any(place.edition is Edition.FULL for place in found):
        found += _children(installed)
    if not found:
        raise UsageError(
            f"no problems found: neither {start} nor a folder above it holds problems "
            'or a folder "problems". Name the folder that holds them with '
            f"--problems DIR or {_VARIABLE}"
        )
    return _library(found)


def _library(places: list[_Place]) -> Library:
    folders: dict[str, Path] = {}
    for place in places:
        folders.setdefault(place.id, place.folder)
    return Library(dict(sorted(folders.items())))


def _named(directory: Path, source: str) -> list[_Place]:
    """Return the problems that a person named as one problem or a folder of them."""
    if not directory.is_dir():
        raise UsageError(f"{source}: there is no folder {directory}")
    if found := _itself(directory) or _children(directory):
        return found
    raise UsageError(
        f"{source}: no problems in {directory}; expected folders with a {_SETTINGS}"
    )


def _near(start: Path) -> list[_Place]:
    """Return the problems around the working folder, in the order of `locate`."""
    upwards = [start, *takewhile(_is_not_shared, start.parents)]
    standing = _first(_itself(folder) for folder in upwards)
    shelf = _first(_children(folder / "problems") for folder in upwards)
    around = _first(_children(folder) for folder in _of_one_owner(upwards))
    full = [place for place in shelf if place.edition is Edition.FULL]
    return [*standing, *full, *around, *shelf]


def _first(searches: Iterable[list[_Place]]) -> list[_Place]:
    return next(filter(None, searches), [])


def _is_not_shared(folder: Path) -> bool:
    """Tell whether a folder is not like ``/tmp``, where anybody may put a problem.

    To grade with a problem is to run its tests as oneself.
    """
    mode = folder.stat().st_mode
    return not (mode & stat.S_ISVTX and mode & stat.S_IWOTH)


def _of_one_owner(upwards: list[Path]) -> Iterator[Path]:
    """Yield the first folder and those above it that belong to the same person.

    Listing ``/home`` may take long: on a cluster, looking into each folder mounts it.
    """
    owner = upwards[0].stat().st_uid
    return takewhile(lambda folder: folder.stat().st_uid == owner, upwards)


def _children(folder: Path) -> list[_Place]:
    """Return the problems in a folder; those in a folder named by their id first."""
    try:
        found = [_place(path.parent) for path in folder.glob(f"*/{_SETTINGS}")]
    except OSError:  # a folder that we may pass through but not list
        return []
    return sorted(
        found, key=lambda place: (place.folder.name != place.id, place.folder)
    )


def _itself(folder: Path) -> list[_Place]:
    return [_place(folder)] if (folder / _SETTINGS).is_file() else []


def _place(folder: Path) -> _Place:
    """Peek into problem.toml; what is wrong with it is for `load` to tell."""
    settings: dict[str, Any] = {}
    with suppress(OSError, ValueError):
        text = read_text(folder / _SETTINGS)
        # Only a public edition says which it is: spare the others the parsing.
        settings = tomllib.loads(text) if "edition" in text else {}
    public = settings.get("edition") == Edition.PUBLIC
    return _Place(
        id=str(settings.get("id", folder_name(folder))),
        folder=folder,
        edition=Edition.PUBLIC if public else Edition.FULL,
    )
