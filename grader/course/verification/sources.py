"""What the text of a test file says about its tests, without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.problems.text import read_text

__all__ = ["TestSource", "read_tests"]


@dataclass(frozen=True, slots=True, kw_only=True)
class TestSource:
    """One test function; ``name`` is without the ids of its parameters.

    ``scope`` is the class that holds it, if any. ``categories`` are those of its own
    marks; a mark on a class or a module is not among them.
    """

    __test__ = False  # not a pytest class

    path: Path
    scope: str
    name: str
    line: int
    docstring: str
    categories: tuple[str, ...]


def read_tests(path: Path) -> tuple[TestSource, ...]:
    """Return the tests of a file, in order."""
    return tuple(_tests(path, ast.parse(read_text(path)).body, ""))


def _tests(path: Path, body: list[ast.stmt], scope: str) -> Iterator[TestSource]:
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield from _tests(path, node.body, node.name)
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("test"):
            yield TestSource(
                path=path,
                scope=scope,
                name=node.name,
                line=node.lineno,
                docstring=ast.get_docstring(node) or "",
                categories=tuple(_categories(node)),
            )


def _categories(node: ast.FunctionDef) -> Iterator[str]:
    for mark in node.decorator_list:
        if (
            isinstance(mark, ast.Call)
            and isinstance(mark.func, ast.Attribute)
            and mark.func.attr == "category"
        ):
            first = mark.args[0] if mark.args else None
            yield str(first.value) if isinstance(first, ast.Constant) else "?"
