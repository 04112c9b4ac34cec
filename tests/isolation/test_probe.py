"""A level counts only if nothing that the hostile module tries works."""

import os
from contextlib import closing

import pytest

from grader.errors import UsageError
from grader.isolation import available, candidates, probe, survey
from grader.isolation.hostile import attempts
from grader.sandbox import LEVELS, Level, grounds, serve
from grader.sandbox.forkserver import ForkServer

HELD = [each.level for each in survey() if each.fault is None]


def test_none_is_always_there():
    """It keeps nothing, so there is nothing to try."""
    assert available()[-1] == "none"


@pytest.mark.parametrize("level", HELD[:-1])
def test_a_level_that_holds_has_no_fault(level):
    """The same server may be tried again."""
    with closing(serve(level)) as server:
        assert [probe(server), probe(server)] == [None, None]


def test_no_isolation_is_found_out():
    """The module ends its process where it can: it executes another program."""
    with closing(serve(Level.NONE)) as server:
        assert probe(server) == ("a hostile submission ended in its own way: crashed")


@pytest.mark.parametrize(
    ("weakened", "found"),
    [
        ({"program": b"\x06\0\0\0\0\0\xff\x7f"}, "open sockets"),
        ({"read": ["/"], "server_read": ["/"]}, "read hidden files"),
        *([({"users": None}, "be root")] if os.geteuid() == 0 else []),
    ],
)
def test_each_part_that_is_missing_is_noticed(weakened, found):
    """Without one of its parts a level is refused, and the fault is named."""

    def ground():
        whole = grounds.landlocked()
        whole.settings.update(weakened)
        return whole

    with closing(ForkServer(ground)) as server:
        assert found in probe(server)


def test_a_server_that_does_not_start_says_why():
    """Its last line is the reason."""

    def ground():
        whole = grounds.unisolated()
        return type(whole)(
            command=["/bin/sh", "-c", "echo no room >&2", "--"],
            scratch=whole.scratch,
            folder=whole.folder,
            settings=None,
        )

    with closing(ForkServer(ground)) as server:
        assert probe(server) == "no room"


def test_candidates():
    """All levels of this system, or the one that was asked for."""
    assert candidates("auto") == tuple(LEVELS)
    assert candidates("none") == (Level.NONE,)


def test_a_level_of_another_system(monkeypatch):
    """It is a wrong wish, not a fault."""
    monkeypatch.delitem(LEVELS, Level.FULL)
    with pytest.raises(UsageError, match="isolation full needs Linux; here is "):
        candidates("full")


def test_the_hostile_module_compiles():
    """Where everything is allowed it says so, and everything has its name."""
    source, names = attempts("/h", "/c", 1)
    defined = set(compile(source, "hostile.py", "exec").co_names)
    assert {*names, "done"} <= defined
