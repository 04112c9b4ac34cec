"""One call of a student's function: what it gives, changes and raises."""

import builtins
from typing import Any, Final

import numpy as np

from grader.wire.errors import WireError
from grader.wire.values import exact, pack
from grader.worker.module import line_in, message_of
from grader.worker.objects import NotDefined

__all__ = ["call", "describe", "rebuilt"]

_BASES: Final = 10  # names of base classes that are reported of an exception


def call(
    target: Any, arguments: list[Any], keywords: dict[str, Any]
) -> tuple[Any, list[int | str]]:
    """Call a function: its value and the arguments, by place or name, it changed."""
    passed: dict[int | str, Any] = dict(enumerate(arguments))
    passed.update(keywords)
    before = {place: _snapshot(argument) for place, argument in passed.items()}
    value = target(*arguments, **keywords)
    changed = [
        place
        for place, argument in passed.items()
        if before[place] is not None and before[place] != _snapshot(argument)
    ]
    return value, changed


def describe(error: BaseException, target: object, file_name: str) -> dict[str, Any]:
    """
    Return what the trusted side is told of an exception.

    Parameters
    ----------
    error
        What was raised.
    target
        The function that was called, None if it was not a call.
    file_name
        The student's file: the line reported is in there.
    """
    line = line_in(file_name, error.__traceback__)
    if line is None and isinstance(error, TypeError):
        code = getattr(target, "__code__", None)  # called with the wrong arguments
        if code is not None and code.co_filename == file_name:
            line = code.co_firstlineno
    kinds = [kind.__name__ for kind in type(error).__mro__][:_BASES]
    if isinstance(error, NotDefined):
        kinds = kinds[1:]
    message = message_of(error)
    if isinstance(error, WireError):
        message = f"the result cannot be returned: {message}"
    return {
        "bases": kinds,
        "message": message,
        "line": line,
        "token": getattr(error, "grader_token", None),
    }


def rebuilt(name: str, message: str, token: int) -> BaseException:
    """Make the exception that a function of the test raised."""
    kind = getattr(builtins, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind, message = RuntimeError, f"{name}: {message}"
    try:
        error: BaseException = kind(message)
    except TypeError:  # such as UnicodeDecodeError, which wants more
        error = RuntimeError(f"{name}: {message}")
    error.grader_token = token  # type: ignore[attr-defined]
    return error


def _snapshot(argument: object) -> object:
    """Return what a mutable argument holds, None if there is nothing to compare."""
    if type(argument) is np.ndarray and not argument.dtype.hasobject:
        return argument.dtype.str, argument.shape, argument.tobytes()
    if not isinstance(argument, list | dict | tuple | np.ndarray):
        return None

    def other(item: object) -> Any:
        return exact(item, other) or id(item).to_bytes(8, "little")

    try:
        return pack(argument, other)
    except WireError:  # larger than what may cross
        return None
