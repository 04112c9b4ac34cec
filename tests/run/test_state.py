"""State that tests keep from one submission to the next is noticed."""

import abc
import collections
import copy
import dataclasses
import datetime as dt
import enum
import functools
import itertools
import math
import operator
import random
import re
import types
import typing
from fractions import Fraction

import numpy as np
import numpy.typing as npt
import pytest

from grader.run.state import Opaque, digest
from grader.testing import assert_close


class Plain:
    """Counts in its class and in its instances."""

    made = 0

    def __init__(self):
        self.items = []

    def method(self):
        return self.items


class Slotted:
    __slots__ = ("__private", "items")

    def __init__(self):
        self.items = []
        self.__private = []

    def keep(self, item):
        self.__private.append(item)


@dataclasses.dataclass(frozen=True)
class Data:
    items: list


class Colour(enum.Enum):
    RED = 1


class Abstract(abc.ABC):  # noqa: B024  # nothing abstract is needed here
    pass


class Shape(typing.Protocol):
    def area(self) -> float: ...


Point = collections.namedtuple("Point", "x y")


def counting(x, seen=[]):  # noqa: B006  # the state that this test is about
    return len(seen) + x


def closing():
    seen = []

    def inner(x):
        seen.append(x)

    return inner


def naming(*, seen=[]):  # noqa: B006  # the state that this test is about
    return seen


def unfinished():
    def inner():
        return later

    if inner is None:
        later = 1
    return inner


def holding(seen):
    inner = closing()
    inner.seen = seen
    return inner


CHANGES = {
    "list": (lambda: [1], lambda v: v.append(2)),
    "nested list": (lambda: [[1], ([2],)], lambda v: v[1][0].append(2)),
    "dict": (lambda: {"a": 1}, lambda v: v.update(a=2)),
    "dict order": (lambda: {"a": 1, "b": 2}, lambda v: v.update(a=v.pop("a"))),
    "defaultdict": (lambda: collections.defaultdict(list), lambda v: v["a"]),
    "set": (lambda: {1}, lambda v: v.add(2)),
    "array": (lambda: np.zeros(3), lambda v: v.fill(1)),
    "array sign": (lambda: np.zeros(3), lambda v: np.negative(v, out=v)),
    "array flags": (lambda: np.zeros(3), lambda v: v.setflags(write=False)),
    "array view": (lambda: np.zeros((4, 2))[::2], lambda v: v.fill(1)),
    "object array": (lambda: np.array([[1], None], object), lambda v: v[0].append(2)),
    "generator": (lambda: np.random.default_rng(0), lambda v: v.random()),
    "random state": (lambda: np.random.RandomState(0), lambda v: v.rand()),
    "random": (lambda: random.Random(0), lambda v: v.random()),
    "instance": (Plain, lambda v: v.items.append(1)),
    "attribute": (Plain, lambda v: setattr(v, "extra", 1)),
    "method": (lambda: Plain().method, lambda v: v.__self__.items.append(1)),
    "class": (lambda: copy.copy(Plain), lambda v: setattr(v, "made", v.made + 1)),
    "slots": (Slotted, lambda v: v.items.append(1)),
    "private slots": (Slotted, lambda v: v.keep(1)),
    "nesting": (lambda: [[1], 2], lambda v: v[0].append(v.pop())),
    "empty nesting": (lambda: [[], [1]], lambda v: v[0].append(v[1].pop())),
    "dataclass": (lambda: Data([]), lambda v: v.items.append(1)),
    "default": (lambda: counting, lambda v: v.__defaults__[0].append(1)),
    "default by name": (lambda: naming, lambda v: v.__kwdefaults__["seen"].append(1)),
    "closure": (closing, lambda v: v(1)),
    "function attribute": (lambda: holding([]), lambda v: v.seen.append(1)),
    "partial": (
        lambda: functools.partial(counting, [1]),
        lambda v: v.args[0].append(2),
    ),
    "partial name": (
        lambda: functools.partial(counting, x=[1]),
        lambda v: v.keywords["x"].append(2),
    ),
    "property": (
        lambda: property(closing()),
        lambda v: v.fget.__closure__[0].cell_contents.append(1),
    ),
    "namespace": (lambda: types.SimpleNamespace(a=[]), lambda v: v.a.append(1)),
    "mapping proxy": (
        lambda: types.MappingProxyType({"a": []}),
        lambda v: v["a"].append(1),
    ),
    "bound builtin": (lambda: [1].append, lambda v: v(2)),
    "drawing": (lambda: np.random.default_rng(0).random, lambda v: v()),
    "masked array": (
        lambda: np.ma.array([1, 2]),
        lambda v: v.__setitem__(0, np.ma.masked),
    ),
    "in a set": (lambda: {Plain()}, lambda v: next(iter(v)).items.append(1)),
    "kind of list": (lambda: type("Mine", (list,), {})(), lambda v: setattr(v, "a", 1)),
    "kind of dict": (lambda: type("Mine", (dict,), {})(), lambda v: setattr(v, "a", 1)),
    "chain map": (lambda: collections.ChainMap({"a": 1}), lambda v: v.maps[0].clear()),
}


@pytest.mark.parametrize("name", CHANGES)
def test_a_change_is_noticed(name):
    """Whatever a module holds, the digest is the same until it changes."""
    make, change = CHANGES[name]
    namespace = {"value": make(), "other": [1, "a", None, Colour.RED]}
    before = digest([namespace])
    assert digest([namespace]) == before
    change(namespace["value"])
    assert digest([namespace]) != before


OPAQUE = {
    "iterator": iter([1, 2]),
    "generator": (n for n in range(3)),
    "count": itertools.count(),
    "map": map(str, [1]),
    "file": open(__file__, "rb"),  # noqa: PTH123, SIM115
    "deque": collections.deque([1]),
    "bytearray": bytearray(3),
    "object": object(),
    "cached function": functools.cache(lambda x: [x]),
    "kind of deque": type("Mine", (collections.deque,), {})([1]),
    "kind of bytearray": type("Mine", (bytearray,), {})(b"a"),
}


@pytest.mark.parametrize("name", OPAQUE)
def test_what_cannot_be_looked_into_is_opaque(name):
    """Where state may hide, nobody claims that there is none."""
    with pytest.raises(Opaque):
        digest([{"value": [OPAQUE[name]]}])


@pytest.mark.parametrize(
    "value",
    [
        *(
            np.sin,
            np.dot,
            np.linalg.norm,
            np.random.default_rng,
            np.float64,
            np.ndarray,
        ),
        *(len, math.sqrt, itertools.product, functools.reduce, Fraction(1, 3), Data),
        *(
            dataclasses.dataclass,
            collections.deque,
            pytest.approx,
            pytest.raises,
            Plain,
        ),
        *(Fraction, collections.abc.Callable, collections.ChainMap, typing.Any),
        *(typing.Callable[[int], float], typing.Generic, npt.ArrayLike),
        *(unfinished(), Abstract, Shape, Point, Point(1, 2), dt.date(2026, 1, 1)),
        *(dt.timedelta(1), dt.UTC, operator.itemgetter(0), int | None),
        *(assert_close, np.vectorize(len), np.poly1d([1, 2]), Colour, re.compile("a")),
        np.polynomial.Polynomial([1, 2]),
    ],
    ids=lambda value: repr(value).partition(" at 0x")[0],
)
def test_what_tests_import_is_no_state(value):
    """Functions and classes that a test module imports do not make it stateful."""
    assert digest([{"value": value}]) == digest([{"value": value}])


def test_what_is_nested_too_deeply_is_opaque():
    """A chain of thousands of objects is given up, not a fault of the run."""
    chain = []
    for _ in range(5000):
        chain = [chain]
    with pytest.raises(Opaque):
        digest([{"value": chain}])


def test_names_and_their_order_count():
    """A name that appears, goes or is bound to another object is a change."""
    first, second = [1], [1]
    assert digest([{"a": first, "b": first}]) != digest([{"a": first, "b": second}])
    assert digest([{"a": 1}]) != digest([{"b": 1}])
    assert digest([{"a": 1}]) != digest([{"a": 1, "b": 1}])


def test_special_names_are_left_out():
    """What Python and pytest keep in a module is not the test's state."""
    assert digest([{"__file__": "a", "@pytest_ar": object()}]) == digest([{}])


def test_circles_are_walked_once():
    """Objects may hold each other."""
    items = []
    items.append(items)
    plain = Plain()
    plain.items.append(plain)
    assert digest([{"a": items, "b": plain}]) == digest([{"a": items, "b": plain}])


STATEFUL = {
    "an iterator": ("SEEN = iter(range(100))", "n = next(SEEN)"),
    "a cache": (
        "import functools\n@functools.cache\ndef seen(): return []",
        "seen().append(1)\n    n = len(seen())",
    ),
    "a parameter": ("", "items.append(1)\n    n = len(items)"),
}


@pytest.mark.parametrize("name", STATEFUL)
def test_each_submission_gets_the_same_inputs(make_setup, start, task, name):
    """Tests that keep state are collected anew: nothing of one reaches the next."""
    top, body = STATEFUL[name]
    runner = start(
        make_setup(
            "import pytest\n"
            f"{top}\n"
            "@pytest.mark.category('other')\n"
            "@pytest.mark.parametrize('items', [[]])\n"
            "def test_counts(student, items):\n"
            f"    {body}\n"
            "    assert student.f(n) == 2 * n\n"
        )
    )
    show = task(
        "def f(x):\n print(repr(x))\n return 2 * x", tests=("test_counts[items0]",)
    )
    assert runner.proof().stateful is True
    first, second, third = (runner.run(show).tests[0] for _ in range(3))
    assert [each.outcome for each in (first, second, third)] == ["passed"] * 3
    assert first.output.stdout == second.output.stdout == third.output.stdout != ""


def test_state_that_one_submission_makes_is_gone_for_the_next(make_setup, start, task):
    """Also tests that keep state of some submissions only are collected anew."""
    runner = start(
        make_setup(
            "SEEN = []\n"
            "def test_keeps(student):\n"
            "    if student.f(1) == 'secret':\n"
            "        SEEN.append(1)\n"
            "    assert student.f(len(SEEN)) == 0\n"
        )
    )
    bad = task("def f(x): return 'secret' if x == 1 else x")
    good = task("def f(x): return 2 * x")
    assert runner.proof().stateful is False
    outcomes = [runner.run(each).tests[1].outcome for each in (good, bad, good)]
    assert outcomes == ["passed", "failed", "passed"]


def test_fixtures_of_a_wider_scope_are_made_anew(make_setup, start, task):
    """A fixture of a whole module or session is set up for each submission."""
    runner = start(
        make_setup(
            "import pytest\n"
            "@pytest.fixture(scope='session')\n"
            "def items(): return []\n"
            "@pytest.fixture(scope='module')\n"
            "def more(): return []\n"
            "def test_first(student, items, more):\n"
            "    items.append(1); more.append(1)\n"
            "    assert student.f(len(items) + len(more)) == 4\n"
            "def test_second(student, items, more):\n"
            "    assert student.f(len(items) + len(more)) == 4\n"
        )
    )
    for _ in range(3):
        assert {test.outcome for test in runner.run(task()).tests} == {"passed"}
    assert runner.proof().stateful is False
