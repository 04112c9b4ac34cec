"""What a stub asks a student to define, read from its text without running it."""

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from grader.errors import Location

__all__ = ["Function", "parse_functions", "stub_functions"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Function:
    """A function, or a class with the parameters of its ``__init__``.

    ``signature`` is short: names and defaults as the author wrote them, without
    annotations, e.g. ``gradient_check(analytic, numeric, tol=1e-6)``.
    """

    name: str
    parameters: tuple[str, ...]
    signature: str
    line: int


def stub_functions(path: Path, source: str) -> tuple[Function, ...] | Location:
    """Return what a stub defines, or why it is no stub."""
    try:
        functions = parse_functions(source)
    except SyntaxError as error:
        message = f"does not parse: {error.msg}"
        return Location(file=str(path), line=error.lineno, message=message)
    except ValueError as error:  # a null byte, before Python 3.12
        return Location(file=str(path), line=None, message=f"does not parse: {error}")
    if not functions:
        message = "defines no function: the stub is what a student starts from"
        return Location(file=str(path), line=1, message=message)
    return functions


def parse_functions(source: str) -> tuple[Function, ...]:
    """Return the public functions and classes at the top level of a source text."""
    return tuple(
        _function(node, source)
        for node in ast.parse(source).body
        if isinstance(node, ast.FunctionDef | ast.ClassDef)
        and not node.name.startswith("_")
    )


def _function(node: ast.FunctionDef | ast.ClassDef, source: str) -> Function:
    if isinstance(node, ast.FunctionDef):
        parts = list(_parts(node.args, source))
    else:
        parts = _init_parts(node, source)
    names = [part.lstrip("*").partition("=")[0] for part in parts]
    return Function(
        name=node.name,
        parameters=tuple(name for name in names if name not in ("", "/")),
        signature=f"{node.name}({', '.join(parts)})",
        line=node.lineno,
    )


def _init_parts(node: ast.ClassDef, source: str) -> list[str]:
    for item in node.body:
        if isinstance(item, ast.FunctionDef) and item.name == "__init__":
            parts = list(_parts(item.args, source))[1:]  # without self
            return parts[1:] if parts[:1] == ["/"] else parts
    return []


def _parts(arguments: ast.arguments, source: str) -> Iterator[str]:
    """Yield each parameter as it stands in a call's signature, in order."""
    positional = [*arguments.posonlyargs, *arguments.args]
    required = len(positional) - len(arguments.defaults)
    defaults = [None] * required + list(arguments.defaults)
    for index, (argument, default) in enumerate(zip(positional, defaults, strict=True)):
        yield argument.arg + _default(default, source)
        if index + 1 == len(arguments.posonlyargs):
            yield "/"
    if arguments.vararg:
        yield f"*{arguments.vararg.arg}"
    elif arguments.kwonlyargs:
        yield "*"
    for argument, default in zip(
        arguments.kwonlyargs, arguments.kw_defaults, strict=True
    ):
        yield argument.arg + _default(default, source)
    if arguments.kwarg:
        yield f"**{arguments.kwarg.arg}"


def _default(node: ast.expr | None, source: str) -> str:
    if node is None:
        return ""
    written = ast.get_source_segment(source, node)
    one_line = written is not None and "\n" not in written
    return f"={written if one_line else ast.unparse(node)}"
