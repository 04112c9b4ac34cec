"""Reads what frames from the student's process hold: nothing in them is trusted.

A value in the place of a part may be anything that can cross the wire, a handle
included, so types are compared exactly before anything else is done with a part.
"""

from collections.abc import Collection
from dataclasses import dataclass
from typing import Any, Final

from grader.model import Fault, FaultKind
from grader.wire.errors import WireError

__all__ = ["Raised", "call_back", "fault", "handle", "opened", "raised", "value"]

_TEXT_LENGTH: Final = 2000
_NAME_LENGTH: Final = 100
_BASES: Final = 10
_FAULTS: Final = {  # what a process may say of its own import
    kind.value: kind
    for kind in (
        FaultKind.SYNTAX,
        FaultKind.IMPORT,
        FaultKind.MEMORY,
        FaultKind.MISSING_FUNCTION,
    )
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """An exception of the student's code, or the test's own that came back."""

    bases: tuple[str, ...]
    message: str
    line: int | None
    token: int | None


def opened(parts: Any, number: int) -> tuple[int, list[Any]]:
    """Return the kind of a frame about a request, and its parts."""
    if type(parts) is not list or [type(part) for part in parts[:2]] != [int, int]:
        raise WireError("a frame without kind and number")
    if parts[1] != number:
        raise WireError("a frame that nobody asked for")
    return parts[0], parts[2:]


def value(rest: list[Any], places: Collection[int | str]) -> tuple[Any, list[Any]]:
    """Return a value and the places of the arguments that the call changed."""
    if len(rest) != 2 or type(rest[1]) is not list:
        raise WireError("a value without its parts")
    changed = rest[1]
    if len(changed) > len(places):
        raise WireError("more changed arguments than there are")
    if not all(type(place) in (int, str) and place in places for place in changed):
        raise WireError("a changed argument that was not passed")
    return rest[0], changed


def raised(rest: list[Any]) -> Raised:
    """Return what is said of an exception."""
    if len(rest) != 1 or type(rest[0]) is not dict:
        raise WireError("an exception without its parts")
    said = rest[0]
    bases: Any = said.get("bases")
    message: Any = said.get("message")
    if type(bases) is not list or not 1 <= len(bases) <= _BASES:
        raise WireError("an exception without its class")
    if not all(type(text) is str for text in (*bases, message)):
        raise WireError("an exception without its names")
    return Raised(
        bases=tuple(name[:_NAME_LENGTH] for name in bases),
        message=message[:_TEXT_LENGTH],
        line=_natural(said.get("line")),
        token=_natural(said.get("token")),
    )


def call_back(rest: list[Any], functions: int) -> tuple[int, list[Any], dict[str, Any]]:
    """Return which of the test's functions is called, and with what."""
    if [type(part) for part in rest] != [int, list, dict]:
        raise WireError("a call back without its parts")
    function, arguments, keywords = rest
    if not 0 <= function < functions:
        raise WireError("a call back of no function")
    return function, arguments, keywords


def fault(rest: list[Any]) -> Fault:
    """Return the fault of an import; one that is malformed is the student's too."""
    parts = [type(part) for part in rest[:2]]
    if len(rest) != 3 or parts != [str, str] or rest[0] not in _FAULTS:
        return Fault(kind=FaultKind.CRASHED, message="it tampered with its import")
    return Fault(
        kind=_FAULTS[rest[0]],
        message=rest[1][:_TEXT_LENGTH],
        line=_natural(rest[2]) or None,
    )


def handle(parts: Any) -> tuple[int, str]:
    """Return the number of an object and the name of its type."""
    if type(parts) is not list or [type(part) for part in parts] != [int, str]:
        raise WireError("a handle without its parts")
    return parts[0], parts[1][:_NAME_LENGTH]


def _natural(value: object) -> int | None:
    return value if type(value) is int and value >= 0 else None
