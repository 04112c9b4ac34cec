"""What every launcher and process offers, and what they share."""

import signal
import socket
import time
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final, Protocol

from grader.model import Limits, Outcome, Output
from grader.wire.exits import BROKEN_WIRE

__all__ = [
    "WORKER_ENVIRONMENT",
    "Box",
    "Capture",
    "Ending",
    "Launcher",
    "Process",
    "Server",
    "Stopped",
    "seconds_left",
]

# One thread of OpenBLAS: a second one costs more than it brings on small arrays, and
# none may run in a process that forks. The hash seed is fixed so that sets and dicts
# come in the same order for everybody.
WORKER_ENVIRONMENT: Final[Mapping[str, str]] = {
    "PATH": "/usr/bin:/bin",
    "HOME": ".",  # each test's own folder, wherever that is
    "TMPDIR": ".",
    "LANG": "C.UTF-8",
    "PYTHONHASHSEED": "0",
    "PYTHONUTF8": "1",
    "OPENBLAS_NUM_THREADS": "1",
    "OMP_NUM_THREADS": "1",
    "MKL_NUM_THREADS": "1",
    "MPLBACKEND": "Agg",  # a plot draws into nothing instead of opening a window
}


class Stopped(Exception):
    """The student's process had to be ended, or ended itself."""

    def __init__(self, outcome: Outcome, message: str) -> None:
        self.outcome = outcome
        self.message = message
        super().__init__(message)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """How a process ended, as the operating system tells it.

    ``exit_code`` is negative for the signal that killed it; ``cpu_seconds`` is its
    processor time, user and system; ``killed`` says that it lived until we killed it,
    ``of_box`` that not one process but the whole box ended, ``greedy`` that it was
    killed because it had filled its folder.
    """

    exit_code: int
    cpu_seconds: float
    killed: bool = False
    of_box: bool = False
    greedy: bool = False

    def outcome(self) -> Stopped:
        """Explain why nobody was at the wire's other end."""
        if self.greedy:
            return Stopped(
                Outcome.OUTPUT, "it wrote more to its folder than is allowed"
            )
        if self.killed or self.exit_code == BROKEN_WIRE:
            return Stopped(Outcome.PROTOCOL, "it closed the wire")
        if -self.exit_code == getattr(signal, "SIGXCPU", None):
            return Stopped(Outcome.TIMEOUT, "its processor time ran out")
        if -self.exit_code == getattr(signal, "SIGXFSZ", None):
            return Stopped(Outcome.OUTPUT, "it wrote a file larger than is allowed")
        if self.exit_code < 0:
            return Stopped(
                Outcome.CRASHED, f"its process died of {self._signal_name()}"
            )
        return Stopped(
            Outcome.CRASHED, f"it ended its own process (exit code {self.exit_code})"
        )

    def _signal_name(self) -> str:
        try:
            return signal.Signals(-self.exit_code).name
        except ValueError:
            return f"signal {-self.exit_code}"


class Process(Protocol):
    """One student process; ``started`` is when it was let execute the source."""

    started: float

    def send(self, frame: bytes, deadline: float) -> None:
        """Send a frame; raises `Stopped` if the process is gone or late."""
        ...

    def receive(self, deadline: float) -> bytes:
        """Wait for a frame's body; raises `Stopped` if none comes."""
        ...

    def end(self) -> None:
        """Say that nothing more is wanted of the process."""
        ...

    def kill(self) -> None:
        """Kill the process, whatever it does."""
        ...

    def ending(self) -> Ending:
        """Wait until the process is gone and tell how it ended."""
        ...

    def output(self) -> Output:
        """Return what it printed."""
        ...


class Box(Protocol):
    """One submission: its processes are made from the same source."""

    def spawn(self, *, following: int = 0) -> Process:
        """
        Return a fresh process in which the source is being executed.

        ``following`` says how many more will be wanted: they may be made ahead of need.
        """
        ...

    def close(self) -> None:
        """End every process of the submission."""
        ...


class Launcher(Protocol):
    """Makes a box for each submission."""

    def open(self, load: bytes, limits: Limits) -> Box:
        """Return the box of a submission, from its LOAD frame and limits."""
        ...

    def close(self) -> None:
        """End every process of its boxes."""
        ...


class Server(Protocol):
    """Gives launchers to the runners of one command."""

    def connect(self) -> socket.socket | None:
        """Return the control socket of a launcher; None where none is needed."""
        ...

    def shows(self, path: Path) -> bool:
        """Tell whether students' processes see a path that ought to be hidden."""
        ...

    def last_words(self) -> str:
        """Return what the server printed last, such as why it does not run."""
        ...

    def close(self) -> None:
        """End every process and clean up."""
        ...


class Capture:
    """Standard output and error of one process: a part is kept, all is counted."""

    def __init__(self, limits: Limits) -> None:
        self._limits = limits
        self._kept = {"stdout": bytearray(), "stderr": bytearray()}
        self._total = 0
        self._truncated = False

    def add(self, stream: str, data: bytes) -> None:
        """Take what arrived on a stream."""
        self._total += len(data)
        kept = self._kept[stream]
        room = self._limits.output_kept_bytes - len(kept)
        kept += data[: max(room, 0)]
        self._truncated |= len(data) > room

    def full(self) -> bool:
        """Tell whether more was printed than is allowed."""
        return self._total > self._limits.output_bytes

    def check(self) -> None:
        """Raise `Stopped` if more was printed than is allowed."""
        if self.full():
            raise Stopped(
                Outcome.OUTPUT,
                f"it printed more than {self._limits.output_bytes} bytes",
            )

    def output(self) -> Output:
        """Return what was kept, as text."""
        return Output(
            stdout=self._kept["stdout"].decode("utf-8", "replace"),
            stderr=self._kept["stderr"].decode("utf-8", "replace"),
            truncated=self._truncated,
        )


def seconds_left(deadline: float) -> float:
    """Return the time until a deadline; raises `Stopped` if it has passed."""
    left = deadline - time.monotonic()
    if left <= 0:
        raise Stopped(Outcome.TIMEOUT, "its time ran out")
    return left
