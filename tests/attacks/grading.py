"""One run of ``grade`` over every attack, and what can be said of it."""

import csv
import json
import os
import re
import subprocess  # noqa: TID251  # the command is run as a person runs it
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.attacks.arena import LIMITS, Arena
from tests.attacks.catalogue import Attack
from tests.attacks.listeners import Listeners
from tests.attacks.people import Person
from tests.attacks.traces import (
    adopting,
    clean,
    descendants,
    end,
    look,
    sweep,
)

__all__ = ["FULL_MARKS", "Run", "run"]

FULL_MARKS = 3.0
CONSTANT = 1.0  # what the answer (0.0, True) earns
EVERY = 8  # attacks between two right files
PAUSE_SECONDS = 6.0  # from the start: the attacks that wake up after 3 come first
RUN_SECONDS = 180.0

_RUN = tuple("=+-@\t\r")  # what a cell of a formula begins with
_TELLS = re.compile(r"ATTACK-(?:LEAK|ESCAPE|STATE)[^\"\\\\]*")


@dataclass(frozen=True, kw_only=True)
class Run:
    """What a run has printed, written and left."""

    level: str
    person: Person
    exit_code: int
    out: str
    err: str
    reports: Mapping[str, str]
    secrets: Mapping[str, str]
    leftovers: tuple[str, ...]
    heard: tuple[str, ...]
    largest_bytes: int

    def write(self, path: Path) -> None:
        """Keep the run for other processes."""
        kept = {name: getattr(self, name) for name in _KEPT}
        path.write_text(json.dumps(kept), "utf-8")

    @classmethod
    def read(cls, path: Path, person: Person) -> "Run":
        """Return a run that was kept."""
        kept = json.loads(path.read_text("utf-8"))
        for name in ("leftovers", "heard"):
            kept[name] = tuple(kept[name])
        return cls(**kept, person=person)

    @cached_property
    def records(self) -> Mapping[str, Mapping[str, Any]]:
        """Return the records by student."""
        results = json.loads(self.out)["results"]
        return {record["student"]: record for record in results}

    def not_graded(self) -> list[str]:
        """Name who was not graded."""
        return [s for s, r in self.records.items() if r["status"] != "graded"]

    def levels(self) -> set[str]:
        """Return the levels that stand in the records."""
        return {record["isolation"] for record in self.records.values()}

    def right(self) -> list[float]:
        """Return the marks of the right files, in the order of the run."""
        records = self.records
        return [r["score"] for s, r in sorted(records.items()) if s.endswith("-right")]

    def secrets_shown(self) -> list[str]:
        """Name the secrets that are in anything that was printed or written."""
        shown = [self.err, self.out, *self.reports.values()]
        return [
            f"{name} in {number}"
            for name, secret in {**self.secrets, "accounts": "root:x:0:0"}.items()
            for number, text in enumerate(shown)
            if secret in text
        ]

    def unescaped(self) -> list[str]:
        """Name what in the reports would be run by who opens them."""
        cells = csv.reader(self.reports["grades.csv"].splitlines())
        texts = {"out": self.out, "err": self.err, **self.reports}
        return [
            *(f"ESC in {name}" for name, text in texts.items() if "\x1b" in text),
            *(f"NUL in {name}" for name, text in texts.items() if "\0" in text),
            *(
                f"script in {name}"
                for name in ("report.html", "grades.csv")
                if "<script>alert" in texts[name]
            ),
            *(f"cell {cell}" for row in cells for cell in row if cell.startswith(_RUN)),
        ]

    def record(self, attack: Attack) -> Mapping[str, Any]:
        """Return an attack's record."""
        return next(r for s, r in self.records.items() if s.endswith(attack.student))

    def printed(self, attack: Attack) -> str:
        """Return what an attack has printed in all its tests."""
        outputs = [test["output"] for test in self.record(attack)["tests"]]
        return "\n".join(each["stdout"] for each in outputs if each)

    def told(self, attack: Attack) -> list[str]:
        """Return what an attack says that it has got: each line once."""
        return sorted({*_TELLS.findall(json.dumps(self.record(attack)))})

    def unlike_safe(self, attack: Attack) -> list[str]:
        """Tell in what an attack was marked other than a safe grader marks it."""
        record = self.record(attack)
        most, calls = CONSTANT if attack.constant else 0.0, len(record["tests"])
        limit = min(calls * LIMITS["wall_seconds"], LIMITS["submission_seconds"])
        allowed = attack.outcomes | ({"passed"} if attack.constant else set())
        odd = {test["outcome"] for test in record["tests"]} - allowed
        return [
            *([f"status {record['status']}"] if record["status"] != "graded" else []),
            *([f"score {record['score']}"] if record["score"] > most else []),
            *(
                [f"took {record['wall_seconds']} s"]
                * (record["wall_seconds"] > limit + 2)
            ),
            *(f"outcome {outcome}" for outcome in sorted(odd)),
        ]


_KEPT = [each.name for each in fields(Run) if each.name != "person"]


def run(made: Arena, level: str, attacks: Sequence[Attack]) -> Run:
    """Grade right files and attacks at a level; look around before and after."""
    right = (made.folder / "course/solutions/gradient_check.py").read_text("utf-8")
    right = right.partition("# SOLUTION-MARKER")[0]
    made.hand_in(dict(_students(attacks, right)))
    sweep()
    with adopting(), Listeners(made.folder) as listeners:
        living = descendants()
        before = look(made.watched(), uid=made.person.uid)
        started = time.monotonic()
        code, out, err, largest = _grade(made, level)
        wall_seconds = time.monotonic() - started
        time.sleep(max(PAUSE_SECONDS - wall_seconds, 0.5))
        after = look(made.watched(), uid=made.person.uid)
        heard = listeners.heard()
        end(descendants() - living)
        clean(before, after)
    return Run(
        level=level,
        person=made.person,
        exit_code=code,
        out=out,
        err=err,
        reports={
            path.name: path.read_bytes().decode("utf-8", "surrogateescape")
            for path in made.results.iterdir()
        },
        secrets=made.secrets,
        leftovers=tuple(after.since(before)),
        heard=tuple(heard),
        largest_bytes=largest,
    )


def _students(attacks: Sequence[Attack], right: str) -> Iterator[tuple[str, str]]:
    """Yield submissions: some attacks, a right file, some more, a right file last."""
    sleepers_first = sorted(attacks, key=lambda each: each.group != "F persistence")
    yield "000-right", right
    for place, attack in enumerate(sleepers_first, 1):
        yield f"{place:03}-{attack.student}", attack.source
        if place % EVERY == 0 or place == len(attacks):
            yield f"{place:03}-right", right


def _grade(made: Arena, level: str) -> tuple[int, str, str, int]:
    """Run the command; return its exit code, output, errors and largest process."""
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        living = descendants()
        process = subprocess.Popen(
            made.command(level),
            cwd=made.folder / "cwd",
            env=made.environment(),
            stdin=subprocess.DEVNULL,
            stdout=out,
            stderr=err,
            start_new_session=True,
        )
        timer = threading.Timer(RUN_SECONDS, lambda: end(descendants() - living))
        timer.start()
        _, status, usage = os.wait4(process.pid, 0)
        timer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        texts = []
        for file in (out, err):
            file.seek(0)
            texts.append(file.read().decode("utf-8", "surrogateescape"))
    return process.returncode, *texts, usage.ru_maxrss << 10
