"""Single keys of a terminal, without Enter."""

import os
import select
import signal
import time
from types import TracebackType
from typing import Any, Self

try:
    import termios
    import tty
except ImportError:  # Windows
    HAVE_TERMIOS = False
else:
    HAVE_TERMIOS = True

__all__ = ["END", "Keys"]

END = "\x04"  # the terminal is gone, or Ctrl-D


class Keys:
    """
    Waits for keys on standard input, if that is a terminal of ours; use it in `with`.

    Elsewhere, and without termios, there are no keys: it only waits.
    """

    def __init__(self) -> None:
        self.available = HAVE_TERMIOS and _in_front()
        self._before: list[Any] = []
        self._continued: Any = None

    def __enter__(self) -> Self:
        if self.available:
            self._before = termios.tcgetattr(0)
            # After Ctrl-Z the shell has made the terminal its own again.
            self._continued = signal.signal(signal.SIGCONT, _take)
            _take()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self.available:
            signal.signal(signal.SIGCONT, self._continued)
            termios.tcsetattr(0, termios.TCSADRAIN, self._before)

    def wait(self, seconds: float) -> str:
        """Return the key that is pressed within a time, ``""`` if none is."""
        if not self.available:
            time.sleep(seconds)
            return ""
        ready, _, _ = select.select([0], [], [], seconds)
        return _key() if ready else ""


def _in_front() -> bool:
    """Tell whether a person types to us: in the background a key would stop us."""
    try:
        return os.isatty(0) and os.tcgetpgrp(0) == os.getpgrp()
    except OSError:  # another session's terminal
        return False


def _take(*_: object) -> None:
    """Have each key delivered at once; Ctrl-C still interrupts."""
    if _in_front():
        tty.setcbreak(0)


def _key() -> str:
    try:
        return os.read(0, 1).decode("ascii", "replace") or END
    except OSError:  # hung up
        return END
