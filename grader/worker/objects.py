"""The student's objects that a test holds by number, and what it may do with them."""

import operator
from collections.abc import Callable, Mapping
from types import ModuleType
from typing import Any, Final

__all__ = ["Handles", "NotDefined", "operate", "resolve"]

NAME_LENGTH: Final = 80

_OPERATIONS: Final[Mapping[str, Callable[..., Any]]] = {
    "getattr": getattr,
    "setattr": setattr,
    "len": len,
    "round": round,
    "divmod": divmod,
    **{
        name: getattr(operator, name)
        for name in (
            *("add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul"),
            *("and_", "or_", "xor", "lshift", "rshift"),
            *("neg", "pos", "abs", "invert", "getitem", "setitem", "delitem"),
        )
    },
}


class NotDefined(AttributeError):
    """The student's file does not define what a test asks for."""


class Handles:
    """Objects kept for the test, each under one number for as long as the process."""

    def __init__(self) -> None:
        self._objects: list[object] = []
        self._numbers: dict[int, int] = {}

    def keep(self, item: object) -> tuple[int, str]:
        """Return the number of an object and the name of its type."""
        if id(item) not in self._numbers:
            self._numbers[id(item)] = len(self._objects)
            self._objects.append(item)
        return self._numbers[id(item)], type_name(item)

    def get(self, number: int) -> object:
        """Return the object with a number."""
        return self._objects[number]


def operate(name: str, operands: list[Any]) -> Any:
    """Do one of the fixed operations on the student's objects."""
    return _OPERATIONS[name](*operands)


def resolve(modules: Mapping[str, ModuleType], path: tuple[str, ...]) -> object:
    """
    Find what a reference names.

    Raises
    ------
    NotDefined
        There is no such name.
    """
    found: object = modules[path[0]]
    for name in path[1:]:
        try:
            found = getattr(found, name)
        except AttributeError:
            raise NotDefined(f"{'.'.join(path[1:])} is not defined") from None
    return found


def type_name(item: object) -> str:
    """Return a type's name for display, with an array's dtype."""
    kind = type(item)
    module = kind.__module__
    name = (
        kind.__qualname__ if module == "builtins" else f"{module}.{kind.__qualname__}"
    )
    dtype = getattr(item, "dtype", None) if module == "numpy" else None
    if dtype is not None:
        name = f"{name} of dtype {dtype}"
    return str(name)[:NAME_LENGTH].encode("utf-8", "replace").decode()
