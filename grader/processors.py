"""Which processors processes use; where that cannot be said, any."""

import os
from contextlib import suppress

__all__ = ["pin", "usable"]


def usable() -> list[int]:
    """Return the numbers of the processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return sorted(os.sched_getaffinity(0))
    return [*range(os.cpu_count() or 1)]


def pin(process: int, processors: list[int]) -> None:
    """Let a process, and what it starts from now on, use these processors only."""
    if hasattr(os, "sched_setaffinity"):
        with suppress(OSError):  # it has died, or may use others by now
            os.sched_setaffinity(process, processors)
