"""The hidden tests of `gradient_check` as plain tests beside a student's file."""

import shutil
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np

__all__ = ["Case", "cases", "write_plain_tests"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One call and what it must return."""

    test: str
    arguments: tuple[Any, ...]
    error: float
    ok: bool


def cases(test_file: Path) -> tuple[Case, ...]:
    """Return what each test of the file calls and expects."""
    tests = _load(test_file)
    return tuple(_watched(tests))


def write_plain_tests(found: tuple[Case, ...], folder: Path) -> None:
    """Write the same cases for pytest and for unittest into a folder."""
    shutil.copy(Path(__file__).parent / "plain" / "plain_check.py", folder)
    shutil.copy(Path(__file__).parent / "plain" / "run_unittest.py", folder)
    functions = [_function(case) for case in found]
    (folder / "test_plain.py").write_text(_HEAD + "".join(functions), "utf-8")
    methods = [_function(case, method=True) for case in found]
    head = f"{_HEAD}\n\nclass TestPlain(unittest.TestCase):\n"
    text = f"import unittest\n\n{head}" + "".join(methods)
    (folder / "unittest_plain.py").write_text(text, "utf-8")


_HEAD = "import numpy as np\n\nfrom plain_check import check\n"


@dataclass(slots=True)
class _Watcher:
    """Stands where a student would, and keeps the arguments."""

    calls: list[tuple[Any, ...]] = field(default_factory=list)

    def gradient_check(self, *arguments: Any) -> None:
        self.calls.append(arguments)


def _watched(tests: ModuleType) -> Iterator[Case]:
    expected: list[tuple[float, bool]] = []
    vars(tests)["assert_close"] = lambda _, right, **__: expected.append(right)
    vars(tests)["assert_unchanged"] = lambda _: None
    for name, test in list(vars(tests).items()):
        if name.startswith("test_"):
            watcher = _Watcher()
            test(watcher)
            error, ok = expected.pop()
            yield Case(test=name, arguments=watcher.calls.pop(), error=error, ok=ok)


def _load(path: Path) -> ModuleType:
    """Execute a file as a module; an import would leave its bytecode beside it."""
    module = ModuleType("bench_hidden_tests")
    exec(compile(path.read_text("utf-8"), str(path), "exec"), vars(module))
    return module


def _function(case: Case, *, method: bool = False) -> str:
    arguments = ", ".join(_text(argument) for argument in case.arguments)
    call = f"check(({arguments},), {case.error!r}, {case.ok!r})"
    if method:
        return f"    def {case.test}(self):\n        {call}\n\n"
    return f"\n\ndef {case.test}():\n    {call}\n"


def _text(argument: Any) -> str:
    """Return an expression that rebuilds the argument to the last bit."""
    if isinstance(argument, np.ndarray):
        return f"np.array({argument.tolist()!r}, dtype=np.{argument.dtype})"
    return repr(argument)
