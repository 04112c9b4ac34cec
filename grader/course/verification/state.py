"""Which names at the top of a test file may change while its tests run.

A runner tells that the state of a test module changed, not which part of it. This
looks for the likely ones: names that are bound to more than a constant and that a
function changes, or failing that, that a function uses at all.
"""

import ast
from collections.abc import Iterable, Iterator
from dataclasses import dataclass

__all__ = ["State", "module_state"]


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A name that outlives a test, the line of its value, and the tests that use it."""

    name: str
    line: int
    tests: tuple[str, ...]


def module_state(text: str) -> tuple[State, ...]:
    """Return what may keep state in a test file, in the order of the file."""
    module = ast.parse(text)
    functions = [part for part in ast.walk(module) if isinstance(part, ast.FunctionDef)]
    bound = dict(_bound(module))
    changed = {name for part in functions for name in _changed(part)}
    used = {name for part in functions for name in _names(part)}
    suspects = (bound.keys() & changed) or (
        {name for name in bound if not _is_constant(bound[name])} & used
    )
    return tuple(
        State(name=name, line=value.lineno, tests=tuple(_users(name, functions)))
        for name, value in bound.items()
        if name in suspects
    )


def _bound(module: ast.Module) -> Iterator[tuple[str, ast.expr]]:
    for node in module.body:
        if isinstance(node, ast.Assign):
            for target in node.targets:
                for part in ast.walk(target):
                    if isinstance(part, ast.Name):
                        yield part.id, node.value
        elif (
            isinstance(node, ast.AnnAssign)
            and isinstance(node.target, ast.Name)
            and node.value is not None
        ):
            yield node.target.id, node.value


def _is_constant(value: ast.expr) -> bool:
    """Tell whether an expression cannot hold state: numbers, text, tuples of them."""
    if isinstance(value, ast.Constant):
        return True
    if isinstance(value, ast.Tuple):
        return all(map(_is_constant, value.elts))
    if isinstance(value, ast.BinOp):
        return _is_constant(value.left) and _is_constant(value.right)
    return isinstance(value, ast.UnaryOp) and _is_constant(value.operand)


def _changed(function: ast.FunctionDef) -> Iterator[str]:
    """Yield names that a function may change: ``x.f(…)``, ``x[…] = …``, ``next(x)``."""
    for node in ast.walk(function):
        if isinstance(node, ast.Global):
            yield from node.names
        elif isinstance(node, ast.Call):
            if isinstance(node.func, ast.Attribute):
                yield from _base(node.func)
            elif isinstance(node.func, ast.Name) and node.func.id == "next":
                yield from (arg.id for arg in node.args if isinstance(arg, ast.Name))
        elif isinstance(node, ast.Subscript | ast.Attribute) and isinstance(
            node.ctx, ast.Store | ast.Del
        ):
            yield from _base(node)


def _base(node: ast.expr) -> Iterator[str]:
    while isinstance(node, ast.Subscript | ast.Attribute):
        node = node.value
    if isinstance(node, ast.Name):
        yield node.id


def _names(function: ast.FunctionDef) -> set[str]:
    return {node.id for node in ast.walk(function) if isinstance(node, ast.Name)}


def _users(name: str, functions: Iterable[ast.FunctionDef]) -> Iterator[str]:
    """Yield the tests that use a name, by themselves or through other functions."""
    names = {part.name: _names(part) for part in functions}
    reached = {part for part in names if name in names[part]}
    while more := {part for part in names if names[part] & reached} - reached:
        reached |= more
    yield from (part for part in names if part in reached and part.startswith("test"))
