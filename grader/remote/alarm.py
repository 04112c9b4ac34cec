"""Ends what a test's own function does for too long."""

import signal
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

__all__ = ["ends_at"]

_AT_LEAST: Final = 0.001  # none would be no alarm


@contextmanager
def ends_at(deadline: float, late: Callable[[], BaseException]) -> Iterator[None]:
    """
    Raise an exception in the block if it runs beyond a deadline.

    It interrupts Python code, in the main thread of systems that have interval timers;
    elsewhere the block runs to its end.

    Parameters
    ----------
    deadline
        In seconds of the monotonic clock.
    late
        Makes the exception.
    """
    main = threading.current_thread() is threading.main_thread()
    if not main or not hasattr(signal, "setitimer"):
        yield
        return

    def ring(*_: object) -> None:
        raise late()

    before = signal.signal(signal.SIGALRM, ring)
    set_before, _ = _set(deadline)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        if set_before:  # this block is in another one, of the same deadline
            _set(deadline)


def _set(deadline: float) -> tuple[float, float]:
    left = max(deadline - time.monotonic(), _AT_LEAST)
    return signal.setitimer(signal.ITIMER_REAL, left)
