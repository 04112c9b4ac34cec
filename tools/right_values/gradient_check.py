"""Recompute the right values of the problem gradient_check with mpmath.

Run it by hand after a change to the tests::

    python tools/right_values/gradient_check.py

Each test of the problem is called with an oracle in the student's place: the defining
formula at 60 digits, entry by entry, from the exact value of each float. The frozen
value must be the float next to the oracle's, to the last bit.
"""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import mpmath

_PROBLEM = Path(__file__).parents[2] / "problems" / "gradient_check"


class Oracle:
    """Stands where a student's module would."""

    def gradient_check(
        self, analytic: Any, numeric: Any, tol: float = 1e-6
    ) -> tuple[float, bool]:
        a, b = list(_entries(analytic)), list(_entries(numeric))
        gap = _length(x - y for x, y in zip(a, b, strict=True))
        size = _length(a) + _length(b)
        error = mpmath.mpf(0) if size == 0 else gap / size
        return float(error), bool(error <= mpmath.mpf(tol))


def main() -> int:
    """Print every right value; return the number of frozen values that differ."""
    wrong = 0
    with mpmath.workdps(60):
        for name in ("test_examples.py", "test_hidden.py"):
            for test, actual, frozen in _values(_load(_PROBLEM / name)):
                mark = "ok" if actual == frozen else f"frozen as {frozen}"
                sys.stdout.write(f"{test}: {actual} {mark}\n")
                wrong += actual != frozen
    return wrong


def _values(tests: ModuleType) -> Iterator[tuple[str, Any, Any]]:
    seen: list[tuple[Any, Any]] = []
    vars(tests)["assert_close"] = lambda value, expected, **_: seen.append(
        (value, expected)
    )
    vars(tests)["assert_unchanged"] = lambda _: None
    for name, test in list(vars(tests).items()):
        if name.startswith("test_"):
            test(Oracle())
            yield name, *seen.pop()


def _load(path: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    if spec is None or spec.loader is None:
        raise FileNotFoundError(path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def _entries(value: Any) -> Iterator[Any]:
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, list):
        for item in value:
            yield from _entries(item)
    else:
        yield mpmath.mpf(value)


def _length(entries: Any) -> Any:
    return mpmath.sqrt(mpmath.fsum(entry * entry for entry in entries))


if __name__ == "__main__":
    sys.exit(main())
