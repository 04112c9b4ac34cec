"""What every student process finds: modules that are loaded, paths that are not.

Imported before numpy and everything else of this package.
"""

import builtins
import os
import re
import sys
from collections.abc import Iterable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Final

__all__ = ["hide_sources", "load_mentioned", "preload", "prepare"]

# Every library that is mapped, and every megabyte, makes each fork and its end dearer:
# the launcher loads what all need, a box what its source mentions, by these words.
_ALWAYS: Final = (
    *("collections", "contextlib", "copy", "enum", "functools", "itertools", "math"),
    *("numbers", "operator", "re", "threading", "time", "traceback", "typing"),
    *("warnings", "numpy", "numpy.linalg", "numpy.lib.stride_tricks"),
)
_MENTIONED: Final[Mapping[str, tuple[str, ...]]] = {
    "random": ("random", "numpy.random"),
    "default_rng": ("random", "numpy.random"),
    **{
        name: (name,)
        for name in (
            *("array", "bisect", "cmath", "dataclasses", "datetime", "decimal"),
            *("fractions", "heapq", "inspect", "json", "logging", "pprint"),
            *("statistics", "string", "tempfile", "textwrap"),
        )
    },
    **{name: (f"numpy.{name}",) for name in ("fft", "ma", "polynomial", "testing")},
}
# Variables that started this process and say something of the outside.
_NOT_THEIRS: Final = ("PYTHONPATH", "PWD", "OLDPWD")
_SEED: Final = 0  # of the global random numbers, the same in every process


def preload() -> None:
    """Import what every process needs, before anything else is imported."""
    _load(_ALWAYS)


def load_mentioned(source: str) -> None:
    """Import modules that a source mentions, so that each of its tests has them."""
    words = set(re.findall(r"\w+", source)) & _MENTIONED.keys()
    _load(name for word in sorted(words) for name in _MENTIONED[word])
    _seed()


def prepare() -> None:
    """Set up what is the same for every test: before any fork, where there are some."""
    builtins.input = _refuse_input
    for name in _NOT_THEIRS:
        os.environ.pop(name, None)
    sys.dont_write_bytecode = True
    _seed()
    # What was printed before a test ran out of time is there to be read.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def _load(names: Iterable[str]) -> None:
    """
    Import modules of the standard library or of numpy.

    ``random`` and ``threading`` ask for code of theirs to run in every fork, to draw a
    new seed and to renew locks. That costs as much as the fork itself, and nothing here
    needs it: seeds are fixed, and what forks has one thread, so no lock is held and the
    thread that forks is the main thread in the fork too.
    """
    register = os.register_at_fork
    os.register_at_fork = _ignore
    try:
        for name in names:
            import_module(name)
    finally:
        os.register_at_fork = register


def _seed() -> None:
    for name in ("random", "numpy.random"):
        if name in sys.modules:
            sys.modules[name].seed(_SEED)


def _refuse_input(prompt: object = "") -> str:  # noqa: ARG001  # the builtin's signature
    """Stand in for input(): nobody is there to ask."""
    raise EOFError("input() has nobody to ask here: functions get their arguments")


def _ignore(**_: Any) -> None:
    """Stand in for os.register_at_fork."""


def hide_sources() -> None:
    """
    Let student code import nothing of this package; what is loaded goes on working.

    Its folder leaves the import path, unless numpy lies there too: in a checkout it
    also holds problems and solutions.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / "numpy").is_dir():
        sys.path[:] = [path for path in sys.path if Path(path).resolve() != root]
    package = __name__.partition(".")[0]
    for name in list(sys.modules):
        if name.partition(".")[0] == package:
            del sys.modules[name]
    sys.modules[package] = None  # type: ignore[assignment]  # refuses the import
