"""How the bench measures a command."""

import sys
from pathlib import Path

import pytest

from bench.measure import Memory, run

_BUSY = "import time\nwhile time.process_time() < 0.3: pass"
_PARENT = f"import os, sys\nif os.fork(): os.wait()\nelse: exec({_BUSY!r})"


def test_exit_code_and_wall_time_are_kept(tmp_path: Path) -> None:
    """A command that sleeps takes wall time and hardly any processor time."""
    code = "import sys, time; time.sleep(0.5); sys.exit(3)"
    usage = run((sys.executable, "-c", code), tmp_path)
    assert usage.exit_code == 3
    assert usage.wall_seconds >= 0.5
    assert usage.cpu_seconds < 0.5


def test_processor_time_of_children_counts(tmp_path: Path) -> None:
    """What a command's children burn is its own."""
    usage = run((sys.executable, "-c", _PARENT), tmp_path)
    assert usage.exit_code == 0
    assert usage.cpu_seconds >= 0.3


@pytest.mark.skipif(sys.platform != "linux", reason="/proc tells of memory")
def test_memory_of_the_tree_counts_children(tmp_path: Path) -> None:
    """The tree's peak holds what a child takes, the parent's peak does not."""
    child = "x = bytearray(b'1') * (64 << 20)\nimport time\ntime.sleep(1.0)"
    parent = f"import os\nif os.fork(): os.wait()\nelse: exec({child!r})"
    memory = Memory()
    run((sys.executable, "-c", parent), tmp_path, memory=memory)
    assert memory.samples > 0
    assert memory.tree_bytes > 64 << 20
    assert memory.parent_bytes < 64 << 20


def test_variables_that_change_python_are_left_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The command does not see PYTHONDONTWRITEBYTECODE and the like."""
    monkeypatch.setenv("PYTHONDONTWRITEBYTECODE", "1")
    code = "import sys; sys.exit(sys.dont_write_bytecode)"
    assert run((sys.executable, "-c", code), tmp_path).exit_code == 0
