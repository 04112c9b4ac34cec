"""Objects under numbers, and the fixed operations on them."""

from types import SimpleNamespace

import numpy as np
import pytest

from grader.worker.calls import rebuilt
from grader.worker.limits import apply
from grader.worker.objects import Handles, NotDefined, operate, resolve, type_name


def test_an_object_has_one_number():
    """The same object is kept once; another one that is equal is another."""
    handles, first, second = Handles(), [1], [1]
    numbers = [handles.keep(item)[0] for item in (first, second, first)]
    assert numbers == [0, 1, 0]
    assert handles.get(1) is second


@pytest.mark.parametrize(
    ("item", "name"),
    [
        ({1}, "set"),
        (SimpleNamespace(), "types.SimpleNamespace"),
        (np.array([None]), "numpy.ndarray of dtype object"),
        (type("N" * 200, (), {"__module__": "builtins"})(), "N" * 80),
    ],
)
def test_types_have_short_names(item, name):
    """A type is shown by its module and name, not at any length."""
    assert type_name(item) == name


def test_names_are_resolved_step_by_step():
    """A path leads through attributes, and what is missing is told in full."""
    modules = {"student": SimpleNamespace(a=SimpleNamespace(f=len))}
    assert resolve(modules, ("student", "a", "f")) is len
    with pytest.raises(NotDefined, match=r"^a\.g is not defined$"):
        resolve(modules, ("student", "a", "g"))


def test_other_operations_are_unknown():
    """Only what is on the list can be asked for."""
    assert operate("add", [1, 2]) == 3
    with pytest.raises(KeyError):
        operate("exec", ["1"])


@pytest.mark.parametrize(
    ("name", "kind", "text"),
    [
        ("ValueError", ValueError, "m"),
        ("Unknown", RuntimeError, "Unknown: m"),
        ("SystemExit", RuntimeError, "SystemExit: m"),
        ("print", RuntimeError, "print: m"),
        ("UnicodeDecodeError", RuntimeError, "UnicodeDecodeError: m"),
    ],
)
def test_exceptions_of_the_test_are_rebuilt(name, kind, text):
    """Builtin exceptions keep their class, all others become a RuntimeError."""
    error = rebuilt(name, "m", 4)
    assert (type(error), str(error), error.grader_token) == (kind, text, 4)


class FakeResource:
    """Limits of a system that lets nobody raise them."""

    RLIMIT_CPU, RLIMIT_FSIZE, RLIMIT_CORE, RLIMIT_AS, RLIM_INFINITY = 0, 1, 2, 3, -1

    def __init__(self, *, refused=(), allowed=-1):
        self.refused, self.allowed, self.set = refused, allowed, {}

    def getrlimit(self, kind):  # noqa: ARG002
        return self.allowed, self.allowed

    def setrlimit(self, kind, pair):
        if kind in self.refused:
            raise ValueError("refused")
        self.set[kind] = pair


WANTED = {"cpu_seconds": 1.5, "file_bytes": 1000, "address_space_bytes": 5000}


def test_limits_are_set(monkeypatch):
    """Processor time is rounded up, with a second until the kernel kills."""
    fake = FakeResource()
    monkeypatch.setattr("grader.worker.limits.resource", fake)
    apply(WANTED)
    assert fake.set == {0: (2, 3), 1: (1000, 1000), 2: (0, 0), 3: (5000, 5000)}


def test_limits_are_never_raised(monkeypatch):
    """What the system allows less of stays as it is."""
    fake = FakeResource(allowed=100)
    monkeypatch.setattr("grader.worker.limits.resource", fake)
    apply(WANTED)
    assert fake.set == {0: (2, 3), 1: (100, 100), 2: (0, 0), 3: (100, 100)}


def test_some_systems_do_not_limit_memory(monkeypatch):
    """A limit on address space may be refused, as by macOS; no other may."""
    monkeypatch.setattr("grader.worker.limits.resource", FakeResource(refused=[3]))
    apply(WANTED)
    monkeypatch.setattr("grader.worker.limits.resource", FakeResource(refused=[1]))
    with pytest.raises(ValueError, match="refused"):
        apply(WANTED)


def test_windows_has_no_limits(monkeypatch):
    """Without the module nothing is done: the wall limit still holds."""
    monkeypatch.setattr("grader.worker.limits.resource", None)
    apply(WANTED)
