"""What works on this machine, found by doing it."""

from pathlib import Path

import pytest

from grader.course import doctor
from grader.errors import Location, ProblemBroken, SandboxFailed, UsageError
from grader.isolation import Surveyed
from grader.problems import Library
from grader.sandbox import LEVELS, Level

ROOT = Path(__file__).parents[2]


def library():
    return Library({"gradient_check": ROOT / "problems" / "gradient_check"})


def test_every_finding(monkeypatch):
    """Python and packages, each level, the problems."""
    monkeypatch.setattr(doctor, "_ROUNDS", 2)
    monkeypatch.setattr(doctor, "survey", lambda: [held(level) for level in LEVELS])
    monkeypatch.setattr(doctor, "_try_level", lambda _: 8.04)
    findings = list(doctor.examine(library))
    assert [(each.what, each.works) for each in findings] == [
        ("Python", True),
        ("packages", True),
        *((f"isolation {level}", True) for level in LEVELS),
        ("problems", True),
    ]
    assert findings[1].seen.startswith("numpy 2.")
    assert findings[2].seen == "holds; a fresh process per test in 8.0 ms"
    assert findings[-1].seen == "1 found, 1 with hidden tests"


@pytest.mark.parametrize(
    ("fault", "fix"),
    [
        ("bubblewrap is not installed", "sudo apt install bubblewrap"),
        ("bwrap: setting up uid map: Permission denied", "load its profile for bwrap"),
        ("bwrap: Unknown option --size", "install bubblewrap 0.7 or later"),
        ("the kernel has no Landlock, or it is switched off", "Linux 5.13 or later"),
        ("libseccomp is not installed", "sudo apt install libseccomp2"),
        ("a submission could be root", "see docs/security.md"),
    ],
)
def test_each_fault_of_a_level_has_its_remedy(monkeypatch, fault, fix):
    """The finding says what was seen, and the one thing to do about it."""
    fails = Surveyed(level=Level.FULL, fault=fault)
    monkeypatch.setattr(doctor, "survey", lambda: [fails])
    (found,) = [
        each for each in doctor.examine(library) if each.what == "isolation full"
    ]
    assert (found.works, found.seen) == (False, fault)
    assert fix in found.fix


def held(level):
    return Surveyed(level=level, fault=None)


def problems(monkeypatch, find):
    """Return the finding about problems alone."""
    monkeypatch.setattr(doctor, "survey", list)
    return list(doctor.examine(find))[-1]


def test_no_problems(monkeypatch):
    """The message says where they were looked for."""

    def find():
        raise UsageError("no problems in x")

    found = problems(monkeypatch, find)
    assert (found.works, found.seen, found.fix) == (False, "no problems in x", None)


def test_broken_problems(monkeypatch):
    """They are named in one line; the faults are for another command."""

    def find():
        raise ProblemBroken("a, b", [Location(file="f", line=1, message="m")] * 3)

    found = problems(monkeypatch, find)
    assert (found.works, found.seen) == (False, "a, b: not fit to use")
    assert found.fix == "grader list shows every fault"


def test_a_level_that_fails(monkeypatch):
    """What went wrong is seen; the other findings are still made."""

    def fail(level):
        raise SandboxFailed(f"no {level}")

    monkeypatch.setattr(doctor, "survey", lambda: [held(Level.NONE)])
    monkeypatch.setattr(doctor, "launcher", fail)
    findings = {each.what: each for each in doctor.examine(library)}
    level = findings["isolation none"]
    assert (level.works, level.seen) == (False, "no none")
    assert findings["problems"].works
