"""Run a command; tell its wall time, processor time and memory."""

import os
import subprocess  # noqa: TID251  # the bench starts the commands that it measures
import threading
import time
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Memory", "Usage", "run"]

_SAMPLE_SECONDS = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """What a command and all its descendants took."""

    wall_seconds: float
    cpu_seconds: float
    exit_code: int


def run(
    command: Sequence[str], folder: Path, *, memory: "Memory | None" = None
) -> Usage:
    """
    Run a command to its end; what it prints as errors goes to ``stderr.txt``.

    Processor time is that of the whole tree: the kernel adds up every child that was
    waited for.
    """
    started = time.monotonic()
    with (folder / "stderr.txt").open("wb") as errors:
        process = subprocess.Popen(
            command,
            cwd=folder,
            env=_environment(),
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=errors,
        )
    if memory is not None:
        memory.watch(process.pid)
    _, status, usage = os.wait4(process.pid, 0)
    wall_seconds = time.monotonic() - started
    process.returncode = os.waitstatus_to_exitcode(status)
    if memory is not None:
        memory.stop()
    return Usage(
        wall_seconds=wall_seconds,
        cpu_seconds=usage.ru_utime + usage.ru_stime,
        exit_code=process.returncode,
    )


@dataclass(slots=True)
class Memory:
    """The peaks that a thread sees in /proc (Linux) while a command runs.

    ``parent_bytes`` is the command's own resident set. ``tree_bytes`` is the
    proportional set of all its processes: a page that several share counts once.
    """

    parent_bytes: int = 0
    tree_bytes: int = 0
    samples: int = 0
    _ended: threading.Event = field(default_factory=threading.Event)
    _thread: threading.Thread | None = None

    def watch(self, pid: int) -> None:
        """Begin to look at a process and its descendants."""
        self._thread = threading.Thread(target=self._look, args=(pid,), daemon=True)
        self._thread.start()

    def stop(self) -> None:
        """Stop looking."""
        self._ended.set()
        if self._thread is not None:
            self._thread.join()

    def _look(self, pid: int) -> None:
        while not self._ended.wait(_SAMPLE_SECONDS):
            tree = [_kilobytes(each, "Pss:") for each in _descendants(pid)]
            self.parent_bytes = max(self.parent_bytes, _kilobytes(pid, "Rss:") * 1024)
            self.tree_bytes = max(self.tree_bytes, sum(tree) * 1024)
            self.samples += 1


def _environment() -> dict[str, str]:
    """Return this process's own variables without those that change Python or pytest.

    PYTHONDONTWRITEBYTECODE, say, makes every start slower.
    """
    return {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PYTEST", "GRADER"))
    }


def _descendants(pid: int) -> list[int]:
    """Return a process and everything below it."""
    children = defaultdict(list)
    for entry in Path("/proc").iterdir():
        if entry.name.isdecimal():
            children[_parent(entry)].append(int(entry.name))
    found = [pid]
    for each in found:
        found.extend(children[each])
    return found


def _parent(entry: Path) -> int:
    try:
        stat = (entry / "stat").read_text("utf-8", "replace")
    except OSError:
        return 0  # it has ended since
    return int(stat.rpartition(")")[2].split()[1])


def _kilobytes(pid: int, label: str) -> int:
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_text("utf-8")
    except OSError:
        return 0  # it has ended since, or is not ours to look at
    sizes = [line.split()[1] for line in text.splitlines() if line.startswith(label)]
    return int(sizes[0]) if sizes else 0
