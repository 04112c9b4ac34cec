"""Which levels can be tried here, and as whom."""

import os
import shutil
import subprocess  # noqa: TID251  # asks as a person, in a process of theirs
import sys
from collections.abc import Iterator
from functools import cache

from tests.attacks.people import Person, people

__all__ = ["available", "not_tried", "present"]

LEVELS = ("full", "flat", "landlock", "none")
_ASK = "from grader.isolation import available; print(*available())"


@cache
def present() -> tuple[Person, ...]:
    """Return who grades here."""
    return people()


@cache
def available(person: Person) -> tuple[str, ...]:
    """Return the levels that somebody has here, strongest first."""
    asked = subprocess.run(
        [*person.prefix, sys.executable, "-c", _ASK],
        cwd="/",
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    if "No module named 'grader.isolation'" in asked.stderr:
        return ("none",)
    assert asked.returncode == 0, asked.stderr
    return tuple(map(str.strip, asked.stdout.split()))


def not_tried() -> Iterator[str]:
    """Say in lines which levels could not be tried, and as whom."""
    if sys.platform != "linux":
        yield "attacks not tried here: there are levels above none on Linux only"
        return
    for person in present():
        if missing := [each for each in LEVELS if each not in available(person)]:
            why = "" if shutil.which("bwrap") else " (no bubblewrap)"
            names = ", ".join(missing)
            yield f"isolation levels not tried here as {person.name}: {names}{why}"
    if os.getuid() == 0 and len(present()) == 1:
        yield "isolation not tried here as an ordinary user: root may not make one"
