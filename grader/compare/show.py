"""Values as a person reads them: full digits, no ``np.float64(...)`` around them."""

from collections.abc import Mapping
from typing import Any, Final

import numpy as np

__all__ = ["show", "show_call", "type_of"]

_ELEMENTS: Final = 40  # of an array or list: more are described by shape and ends
_ENDS: Final = 3
_TEXT: Final = 200


def show(value: Any) -> str:
    """Return a value as Python text, without ``np.float64(...)`` around numbers."""
    if isinstance(value, np.ndarray):
        return _show_array(value)
    if isinstance(value, np.generic):
        return show(value.item())
    if isinstance(value, list | tuple):
        return _show_sequence(value)
    if isinstance(value, dict):
        parts = ", ".join(f"{show(key)}: {show(part)}" for key, part in value.items())
        return f"{{{parts}}}"
    if isinstance(value, str | bytes) and len(value) > _TEXT:
        return f"{value[:_TEXT]!r}... ({len(value)} characters)"
    if callable(value) and hasattr(value, "__qualname__"):
        return str(value.__name__)
    return repr(value)


def show_call(
    name: str, arguments: tuple[Any, ...], keywords: Mapping[str, Any]
) -> str:
    """Return a call as Python text."""
    parts = [show(argument) for argument in arguments]
    parts += [f"{key}={show(argument)}" for key, argument in keywords.items()]
    return f"{name}({', '.join(parts)})"


def type_of(value: Any) -> str:
    """Return a type in words; numpy's types are named in full (np.bool is not bool)."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    kind = type(value)
    if value is None:
        return "None"
    if kind.__name__ in ("RemoteObject", "RemoteName"):
        return repr(value)
    name = f"numpy.{kind.__name__}" if isinstance(value, np.generic) else kind.__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def _show_array(value: np.ndarray) -> str:
    if value.size <= _ELEMENTS:
        text = f"array({show(value.tolist())}"
        unusual = value.dtype not in (np.float64, np.int64, np.bool_)
        empty = value.size == 0 and value.shape != (0,)
        text += f", shape={value.shape}" if empty else ""
        return f"{text}, dtype={value.dtype})" if unusual else f"{text})"
    flat = value.ravel()
    first = ", ".join(show(item) for item in flat[:_ENDS])
    last = ", ".join(show(item) for item in flat[-_ENDS:])
    return f"array of shape {value.shape}, {value.dtype}: {first}, ..., {last}"


def _show_sequence(value: list[Any] | tuple[Any, ...]) -> str:
    left, right = "()" if isinstance(value, tuple) else "[]"
    parts = [show(item) for item in value]
    if len(parts) > _ELEMENTS:
        ends = [*parts[:_ENDS], "...", *parts[-_ENDS:]]
        return f"{left}{', '.join(ends)}{right} ({len(parts)} items)"
    comma = "," if isinstance(value, tuple) and len(parts) == 1 else ""
    return f"{left}{', '.join(parts)}{comma}{right}"
