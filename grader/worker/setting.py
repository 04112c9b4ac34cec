"""What every student process finds: modules that are loaded, paths that are not.

Imported before numpy and everything else of this package.
"""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any, Final

__all__ = ["hide_sources", "preload"]

# What exercises import: loaded once, so that no test waits for it. Each megabyte here
# makes each fork and its end 50 microseconds dearer, so large modules that few need,
# such as numpy.testing, are left to those few.
_MODULES: Final = (
    *("abc", "array", "bisect", "cmath", "collections", "contextlib", "copy"),
    *("dataclasses", "decimal", "enum", "fractions", "functools", "heapq", "inspect"),
    *("itertools", "json", "math", "numbers", "operator", "random", "re"),
    *("statistics", "string", "textwrap", "threading", "time", "traceback", "typing"),
    *("numpy", "numpy.linalg", "numpy.lib.stride_tricks", "numpy.random"),
)


def preload() -> None:
    """
    Import what exercises use.

    ``random`` and ``threading`` ask for code of theirs to run in every fork, to draw a
    new seed and to renew locks. That costs as much as the fork itself, and nothing here
    needs it: seeds are fixed, and the launcher has one thread, so no lock is held and
    the thread that forks is the main thread in the fork too.
    """
    register = os.register_at_fork
    os.register_at_fork = _ignore
    try:
        for name in _MODULES:
            import_module(name)
    finally:
        os.register_at_fork = register


def _ignore(**_: Any) -> None:
    """Stand in for os.register_at_fork."""


def hide_sources() -> None:
    """Drop this package's own folder from the import path, unless numpy lies there too.

    In a checkout it also holds problems and solutions.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / "numpy").is_dir():
        sys.path[:] = [path for path in sys.path if Path(path).resolve() != root]
