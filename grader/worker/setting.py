"""What every student process finds: modules that are loaded, paths that are not."""

import sys
from importlib import import_module
from pathlib import Path
from typing import Final

import numpy as np

__all__ = ["hide_sources", "preload", "warm_up"]

# What exercises import. Loaded once here, so that no test waits for it.
_MODULES: Final = (
    *("abc", "array", "bisect", "cmath", "collections", "collections.abc"),
    *("contextlib", "copy", "dataclasses", "decimal", "enum", "fractions", "functools"),
    *("heapq", "inspect", "io", "itertools", "json", "logging", "math", "numbers"),
    *("operator", "os", "pprint", "random", "re", "statistics", "string", "sys"),
    *("tempfile", "textwrap", "time", "traceback", "types", "typing", "warnings"),
    *("numpy.linalg", "numpy.lib.stride_tricks", "numpy.random", "numpy.testing"),
    *("numpy.ma", "numpy.polynomial", "numpy.typing", "encodings.utf_8_sig"),
)


def preload() -> None:
    """Import what exercises use."""
    for name in _MODULES:
        import_module(name)


def warm_up() -> None:
    """Run what numpy sets up on first use, once for all forks."""
    matrix = np.eye(3)
    np.linalg.norm(matrix @ matrix)
    np.linalg.norm(matrix, 2)
    np.einsum("ij,ij->", matrix, matrix)
    repr(matrix)


def hide_sources() -> None:
    """Drop this package's own folder from the import path, unless numpy lies there too.

    In a checkout it also holds problems and solutions.
    """
    root = Path(__file__).resolve().parents[2]
    if not (root / "numpy").is_dir():
        sys.path[:] = [path for path in sys.path if Path(path).resolve() != root]
