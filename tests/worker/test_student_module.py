"""The student's source becomes a module, or one clear sentence says why not."""

import sys

import pytest

from grader.worker.module import (
    LoadFault,
    compile_source,
    execute,
    message_of,
    wanted_functions,
)


@pytest.fixture
def run():
    """Execute a source as a module that is forgotten afterwards."""
    yield lambda source: execute(compile_source(source, "work.py"), "work")
    sys.modules.pop("work", None)


def fault_of(function, *arguments):
    """Return kind, message and line of the fault that a call ends with."""
    with pytest.raises(LoadFault) as caught:
        function(*arguments)
    return caught.value.kind, caught.value.message, caught.value.line


def test_a_module_is_known_by_its_name(run):
    """Classes and dataclasses find their module, and nothing runs as a script."""
    module = run(
        "from __future__ import annotations\n"
        "from dataclasses import dataclass\n"
        "@dataclass\n"
        "class A:\n    x: int = 1\n"
        "name = __name__, __file__\n"
        "if __name__ == '__main__': 1 / 0\n"
    )
    assert (module.name, module.A().x) == (("work", "work.py"), 1)


@pytest.mark.parametrize(
    ("source", "message", "line"),
    [
        ("x = 1\nx = (", "SyntaxError: '(' was never closed", 2),
        ("def f():\nreturn 1", "IndentationError: expected an indented block", 2),
        ("x = '\ud800'", "UnicodeEncodeError: 'utf-8' codec can't encode", None),
    ],
)
def test_what_does_not_compile_is_a_syntax_fault(source, message, line):
    """The compiler's own sentence and line are told."""
    kind, said, where = fault_of(compile_source, source, "work.py")
    assert (kind, said[: len(message)], where) == ("syntax", message, line)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("import sys\nsys.exit(0)", "SystemExit: the file ends the program, with"),
        ("\nimport no_such", "ModuleNotFoundError: No module named 'no_such'; only"),
        ("\nraise ValueError", "ValueError"),
        ("\nraise KeyboardInterrupt('k')", "KeyboardInterrupt: k"),
    ],
)
def test_what_raises_is_an_import_fault(run, source, message):
    """One sentence says what the file did and, where that helps, why."""
    kind, said, line = fault_of(run, source)
    assert (kind, said[: len(message)], line) == ("import", message, 2)


def test_memory_has_a_kind_of_its_own(run):
    """An import without enough memory is told as that."""
    assert fault_of(run, "raise MemoryError") == ("memory", "MemoryError at import", 1)


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "f is not defined; the file defines no function"),
        ("def ff(): pass", "f is not defined; did you mean it by ff?"),
        ("def b(): pass\ndef a(): pass", "f is not defined; the file defines a, b"),
        ("f = 3", "f is not a function but of type int"),
        ("from math import sqrt", "f is not defined; the file defines no function"),
    ],
)
def test_what_is_missing_is_named(run, source, message):
    """A file without any wanted function is told what it has instead."""
    assert fault_of(wanted_functions, run(source), ["f", "g"]) == (
        "missing_function",
        message,
        None,
    )


def test_one_of_the_wanted_functions_is_enough(run):
    """Functions that are there are told; what can be called counts as one."""
    module = run("class g:\n    pass\nh = 1")
    assert wanted_functions(module, ["f", "g", "h"]) == ["g"]


def test_messages_are_cut():
    """Of a long message the beginning is told."""
    assert message_of(ValueError("x" * 5000)) == "x" * 1000
