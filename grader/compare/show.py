"""Values as a person reads them: full digits, no ``np.float64(...)`` around them."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

import numpy as np

__all__ = ["counted", "show", "show_call", "type_of"]

_ELEMENTS: Final = 40  # of an array, list or dict: of more, only both ends are shown
_ENDS: Final = 3
_TEXT: Final = 200
_LENGTH: Final = 2000  # of everything; what is cut off is counted
_ADDRESS: Final = re.compile(r" at 0x[0-9a-fA-F]+")
_WORDS: Final = ("no", "one", "two", "three", "four", "five", "six")


def show(value: Any) -> str:
    """Return a value as Python text, without ``np.float64(...)`` around numbers."""
    return _cut(_show(value))


def show_call(
    name: str, arguments: tuple[Any, ...], keywords: Mapping[str, Any]
) -> str:
    """Return a call as Python text."""
    parts = [show(argument) for argument in arguments]
    parts += [f"{key}={show(argument)}" for key, argument in keywords.items()]
    return _cut(f"{name}({', '.join(parts)})")


def type_of(value: Any) -> str:
    """Return a type in words; numpy's types are named in full (np.bool is not bool)."""
    if value is None or isinstance(value, bytes):
        return "None" if value is None else "bytes"
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape} and dtype {value.dtype}"
    if isinstance(value, tuple | list):
        return f"a {type(value).__name__} of {counted(len(value), 'value')}"
    kind = type(value)
    if kind.__name__ in ("RemoteObject", "RemoteName"):
        return repr(value)
    name = f"numpy.{kind.__name__}" if isinstance(value, np.generic) else kind.__name__
    return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"


def counted(number: int, noun: str) -> str:
    """Return a number in words, if small, and a noun in its singular or plural."""
    word = _WORDS[number] if number < len(_WORDS) else str(number)
    return f"{word} {noun}" if number == 1 else f"{word} {noun}s"


def _show(value: Any) -> str:
    if isinstance(value, np.ndarray):
        return _show_array(value)
    if isinstance(value, np.generic):
        item = value.item()
        return str(value) if isinstance(item, np.generic) else _show(item)
    if isinstance(value, list | tuple):
        return _show_sequence(value)
    if isinstance(value, dict):
        return _show_dict(value)
    if isinstance(value, str | bytes) and len(value) > _TEXT:
        unit = "characters" if isinstance(value, str) else "bytes"
        return f"{value[:_TEXT]!r}... ({len(value)} {unit})"
    if isinstance(value, int) and value.bit_length() > 8192:
        return hex(value)  # Python refuses to write so many decimal digits
    if callable(value) and hasattr(value, "__qualname__"):
        return str(value.__name__)
    return _ADDRESS.sub("", repr(value))


def _show_array(value: np.ndarray) -> str:
    if value.size <= _ELEMENTS:
        text = f"array({_show(value.tolist())}"
        unusual = value.dtype not in (np.float64, np.int64, np.bool_)
        empty = value.size == 0 and value.shape != (0,)
        text += f", shape={value.shape}" if empty else ""
        return f"{text}, dtype={value.dtype})" if unusual else f"{text})"
    first, last = map(_joined, (value.flat[:_ENDS], value.flat[-_ENDS:]))
    return f"array of shape {value.shape}, {value.dtype}: {first}, ..., {last}"


def _show_sequence(value: list[Any] | tuple[Any, ...]) -> str:
    left, right = "()" if isinstance(value, tuple) else "[]"
    if len(value) > _ELEMENTS:
        first, last = map(_joined, (value[:_ENDS], value[-_ENDS:]))
        return f"{left}{first}, ..., {last}{right} ({len(value)} items)"
    comma = "," if isinstance(value, tuple) and len(value) == 1 else ""
    return f"{left}{_joined(value)}{comma}{right}"


def _show_dict(value: dict[Any, Any]) -> str:
    pairs = list(value.items())
    if len(pairs) > _ELEMENTS:
        first, last = map(_paired, (pairs[:_ENDS], pairs[-_ENDS:]))
        return f"{{{first}, ..., {last}}} ({len(pairs)} items)"
    return f"{{{_paired(pairs)}}}"


def _joined(values: Iterable[Any]) -> str:
    return ", ".join(map(_show, values))


def _paired(pairs: Iterable[tuple[Any, Any]]) -> str:
    return ", ".join(f"{_show(key)}: {_show(part)}" for key, part in pairs)


def _cut(text: str) -> str:
    if len(text) <= _LENGTH:
        return text
    return f"{text[:_LENGTH]}... ({len(text)} characters)"
