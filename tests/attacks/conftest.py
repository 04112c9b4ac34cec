"""One run of ``grade`` per level and person, over all attacks at once."""

import os
import sys
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

import pytest

from tests.attacks.arena import arena
from tests.attacks.catalogue import Attack, attacks
from tests.attacks.grading import Run, run
from tests.attacks.levels import available, present
from tests.attacks.listeners import alone
from tests.attacks.people import Person

# Processes are looked up in /proc.
collect_ignore_glob = [] if sys.platform == "linux" else ["test_*.py"]


@dataclass(frozen=True, slots=True)
class Kill:
    """One time that the command is killed: its number is the seed of when."""

    number: int
    level: str
    person: Person


@cache
def everything() -> tuple[Attack, ...]:
    """Return the attacks."""
    return attacks()


# Which runs a test looks at, by the name of its fixture; ``attack`` means those in it.
_RUNS: dict[str, Callable[[str], bool]] = {
    "graded": lambda _: True,
    "caged": lambda level: level != "none",
    "free": lambda level: level == "none",
}


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Try every level as everybody who can be had here; levels come strongest first."""
    for name in _RUNS.keys() & {*metafunc.fixturenames}:
        pairs = _pairs(name)
        with_attacks = "attack" in metafunc.fixturenames
        cases = list(_with_attacks(pairs) if with_attacks else pairs)
        names = [name, "attack"] if with_attacks else [name]
        # Where a level is not to be had there is nothing to test, which is no skip.
        metafunc.parametrize(names, cases or [[None] * len(names)], indirect=[name])
    if "kill" in metafunc.fixturenames:
        kills = [*islice(cycle(_pairs("graded")), _kills())]
        metafunc.parametrize(
            "kill",
            [Kill(number, *pair.values[0]) for number, pair in enumerate(kills)],
            ids=[f"{number}-{pair.id}" for number, pair in enumerate(kills)],
        )
    if "person" in metafunc.fixturenames:
        metafunc.parametrize("person", present(), ids=lambda each: each.name)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Drop tests of runs that cannot be had here; the summary tells of them."""
    items[:] = [each for each in items if not _of_no_run(each)]


def _kills() -> int:
    """Return how often the command is killed, over all levels and people."""
    return int(os.environ.get("GRADER_TEST_KILLS", "10"))


def _of_no_run(item: pytest.Item) -> bool:
    parameters = getattr(item, "callspec", None)
    return parameters is not None and any(
        name in parameters.params and parameters.params[name] is None for name in _RUNS
    )


def _pairs(name: str) -> list[Any]:
    return [
        pytest.param((level, who), id=f"{level}-{who.name}")
        for who in present()
        for level in available(who)
        if _RUNS[name](level)
    ]


def _with_attacks(pairs: Iterable[Any]) -> Iterator[Any]:
    for pair in pairs:
        ((level, _),) = pair.values
        for attack in everything():
            if level not in attack.spared:
                name = f"{pair.id}-{attack.student}"
                yield pytest.param(*pair.values, attack, id=name)


@pytest.fixture(scope="session")
def runs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return where runs are kept for all processes that share the tests out."""
    own = tmp_path_factory.getbasetemp()
    return own.parent if "PYTEST_XDIST_WORKER" in os.environ else own


def _fixture(name: str) -> Any:
    @pytest.fixture(name=name)
    def made(request: pytest.FixtureRequest, runs: Path) -> Run:
        """Grade all attacks at a level as somebody; once for all tests."""
        return _graded(*request.param, runs)

    return made


@cache
def _graded(level: str, person: Person, runs: Path) -> Run:
    kept = runs / f"attacks-{level}-{person.name}.json"
    with alone():
        if kept.exists():
            return Run.read(kept, person)
        # What landlock alone does not claim to stop is run there all the same.
        spared = level if level == "none" else None
        chosen = [each for each in everything() if spared not in each.spared]
        with arena(person) as made:
            graded = run(made, level, chosen)
        graded.write(kept)
        return graded


graded, caged, free = map(_fixture, _RUNS)
