"""The real command, in a process of its own."""

import json
import os
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).parents[2]


@dataclass(frozen=True)
class Ran:
    """What a command did."""

    code: int
    out: str
    err: str

    @property
    def results(self) -> Mapping[str, Any]:
        """The records of a ``--json`` document by student."""
        return {each["student"]: each for each in json.loads(self.out)["results"]}


Grader = Callable[..., Ran]


@pytest.fixture(scope="session")
def right() -> str:
    """Return the source of a solution with full marks."""
    return (ROOT / "solutions" / "gradient_check.py").read_text("utf-8")


@pytest.fixture(scope="session")
def grader(tmp_path_factory: pytest.TempPathFactory) -> Grader:
    """Return what runs a command in a folder, with little in its environment."""
    home = tmp_path_factory.mktemp("home")

    def run(
        *arguments: str | Path,
        cwd: Path = home,
        env: Mapping[str, str] | None = None,
        stdin: str = "",
    ) -> Ran:
        environment = {
            "PATH": os.environ["PATH"],
            "HOME": str(home),
            "GRADER_PROBLEMS": str(ROOT / "problems"),
            "LANG": "C.UTF-8",
            **(env or {}),
        }
        done = subprocess.run(
            [sys.executable, "-m", "grader", *map(str, arguments)],
            cwd=cwd,
            env=environment,
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run
