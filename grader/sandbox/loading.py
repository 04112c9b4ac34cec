"""The frame that brings a submission to its box."""

from collections.abc import Iterable

from grader.model import Limits
from grader.processors import usable
from grader.wire.frames import Kind, frame

__all__ = ["load_frame"]


def load_frame(
    *,
    name: str,
    file_name: str,
    functions: Iterable[str],
    support: str | None,
    source: str,
    limits: Limits,
) -> bytes:
    """
    Return a LOAD frame.

    Parameters
    ----------
    name, file_name
        What the module and its file are called.
    functions
        The wanted functions; READY says which of them are defined.
    support
        The source of the module ``support``, if there is one.
    source
        The student's source.
    limits
        What each test may use.
    """
    settings = {
        "name": name,
        "file_name": file_name,
        "functions": list(functions),
        "support": support,
        "limits": {
            "cpu_seconds": limits.cpu_seconds,
            "address_space_bytes": limits.address_space_bytes,
            "file_bytes": limits.file_bytes,
        },
        "processors": usable(),
    }
    return frame(Kind.LOAD, 0, settings, source)
