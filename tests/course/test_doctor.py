"""What works on this machine, found by doing it."""

from pathlib import Path

from grader.course import doctor
from grader.errors import Location, ProblemBroken, SandboxFailed, UsageError
from grader.problems import Library

ROOT = Path(__file__).parents[2]


def library():
    return Library({"gradient_check": ROOT / "problems" / "gradient_check"})


def test_every_finding(monkeypatch):
    """Python and packages, each level that is there and that is not, the problems."""
    monkeypatch.setattr(doctor, "_ROUNDS", 2)
    findings = list(doctor.examine(library))
    assert [(each.what, each.works) for each in findings] == [
        ("Python", True),
        ("packages", True),
        ("higher isolation", False),
        ("isolation none", True),
        ("problems", True),
    ]
    assert findings[1].seen.startswith("numpy 2.")
    assert findings[2].seen == "full, flat, landlock are not in this version"
    assert findings[2].fix is not None
    assert findings[4].seen == "1 found, 1 with hidden tests"


def problems(monkeypatch, find):
    """Return the finding about problems alone."""
    monkeypatch.setattr(doctor, "LEVELS", {})
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

    monkeypatch.setattr(doctor, "launcher", fail)
    findings = {each.what: each for each in doctor.examine(library)}
    level = findings["isolation none"]
    assert (level.works, level.seen) == (False, "no none")
    assert findings["problems"].works
