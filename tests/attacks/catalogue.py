"""The attacks: each a submission, with what a safe grader makes of it."""

import json
from dataclasses import dataclass
from pathlib import Path

from grader.model import Outcome

__all__ = ["Attack", "attacks"]

_HERE = Path(__file__).parent
_OUTCOMES = {"wrong": Outcome.FAILED, "crash": Outcome.CRASHED, "exited": Outcome.ERROR}

# What the attacks of the first collection print where nothing holds them back.
_ALIVE = {
    29: "ATTACK-LEAK peer file",
    50: "ATTACK-ESCAPE signalled",
    52: "ATTACK-ESCAPE connected 127.0.0.1",
    59: "ATTACK-STATE calls before",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Attack:
    """
    One submission.

    Attributes
    ----------
    outcomes
        How its tests may end; at level none an attack may also get its way.
    constant
        Whether it may earn what a constant answer earns, instead of nothing.
    alive
        What it prints at level none: without that, its check elsewhere could not fail.
    spared
        Levels at which it is not run, or which do not claim to stop it.
    """

    number: int
    name: str
    group: str
    source: str
    outcomes: frozenset[Outcome]
    constant: bool
    alive: str | None
    alive_as_root: str | None
    spared: tuple[str, ...]

    @property
    def student(self) -> str:
        """Name whoever hands it in."""
        return f"{self.number:03}-{self.name}"

    def works(self, *, as_root: bool) -> list[str]:
        """Return what it prints where nothing holds it back."""
        texts = [self.alive, self.alive_as_root if as_root else None]
        return [text for text in texts if text]


def attacks() -> tuple[Attack, ...]:
    """Return every attack by number: the first collection, and ours."""
    return tuple(
        _attack(folder, entry)
        for folder in (_HERE / "corpus", _HERE / "ours")
        for entry in json.loads((folder / "index.json").read_text("utf-8"))
    )


def _attack(folder: Path, entry: dict) -> Attack:
    number, name = entry["nn"], entry["name"]
    source = (folder / f"{number:02}_{name}.py").read_bytes().decode("utf-8")
    statuses = entry["status"].split("|")
    outcomes = {_OUTCOMES.get(status) or Outcome(status) for status in statuses}
    if entry["group"].startswith("A "):
        # What is no value arrives as a handle, which equals nothing: a wrong answer.
        outcomes.add(Outcome.FAILED)
    if entry["group"].startswith("E "):
        outcomes.add(Outcome.TIMEOUT)  # these tests give half a second
    return Attack(
        number=number,
        name=name,
        group=entry["group"],
        source=source,
        outcomes=frozenset(outcomes),
        constant=entry["honest"] != "0",
        alive=entry.get("alive", _ALIVE.get(number)),
        alive_as_root=entry.get("alive_root"),
        spared=("none",) if _harms(number) else tuple(entry.get("spared", ())),
    )


def _harms(number: int) -> bool:
    """Tell whether an attack would write over somebody's files at level none."""
    names = "results.json", "report.json", ".report.json"
    return number == 24 and any(Path("/tmp", name).exists() for name in names)
