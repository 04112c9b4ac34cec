"""The real command, in a process of its own."""

import fcntl
import json
import os
import pty
import select
import shutil
import signal
import struct
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
import termios
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from referencing import Registry, Resource

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
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the home of the person who runs the commands."""
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="session")
def environment(home: Path) -> Mapping[str, str]:
    """Return what little the commands find in their environment."""
    return {
        "PATH": os.environ["PATH"],
        "HOME": str(home),
        "GRADER_PROBLEMS": str(ROOT / "problems"),
        "LANG": "C.UTF-8",
    }


@pytest.fixture(scope="session")
def grader(home: Path, environment: Mapping[str, str]) -> Grader:
    """Return what runs a command in a folder."""

    def run(
        *arguments: str | Path,
        cwd: Path = home,
        env: Mapping[str, str] | None = None,
        stdin: str = "",
    ) -> Ran:
        done = subprocess.run(
            [sys.executable, "-m", "grader", *map(str, arguments)],
            cwd=cwd,
            env={**environment, **(env or {})},
            input=stdin,
            capture_output=True,
            encoding="utf-8",
            timeout=120,
            check=False,
        )
        return Ran(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(scope="session")
def validate() -> Callable[[Any], None]:
    """Return what raises if a document is not as the schema says."""
    schemas = [
        json.loads((ROOT / "grader" / "schemas" / name).read_text("utf-8"))
        for name in ("results.schema.json", "result.schema.json")
    ]
    registry = Registry().with_resources(
        (schema["$id"], Resource.from_contents(schema)) for schema in schemas
    )
    return Draft202012Validator(schemas[0], registry=registry).validate


@pytest.fixture(scope="session")
def hand_in() -> Callable[[Path, Mapping[str, str]], Path]:
    """Return what makes an inbox: a folder with ``<student>/gradient_check.py``."""

    def write(inbox: Path, sources: Mapping[str, str]) -> Path:
        for student, source in sources.items():
            (inbox / student).mkdir(parents=True)
            (inbox / student / "gradient_check.py").write_text(source, "utf-8")
        return inbox

    return write


@pytest.fixture(scope="session")
def copy_problem() -> Callable[..., Path]:
    """Return what copies gradient_check into a folder, under any id."""

    def copy(course: Path, name: str = "gradient_check") -> Path:
        original, folder = ROOT / "problems" / "gradient_check", course / "problems"
        shutil.copytree(
            original, folder / name, ignore=shutil.ignore_patterns("right", "wrong")
        )
        (course / "solutions").mkdir(exist_ok=True)
        for path in (folder / name).glob("*.*"):
            text = path.read_text("utf-8").replace("gradient_check", name)
            path.write_text(text, "utf-8")
        solution = (ROOT / "solutions" / "gradient_check.py").read_text("utf-8")
        renamed = solution.replace("gradient_check", name)
        (course / "solutions" / f"{name}.py").write_text(renamed, "utf-8")
        return folder / name

    return copy


class Terminal:
    """A command on a terminal of its own, and the person before it."""

    def __init__(
        self,
        arguments: list[str],
        *,
        cwd: Path,
        env: Mapping[str, str],
        columns: int,
        out: Path | None,
    ) -> None:
        self._own, theirs = pty.openpty()
        size = struct.pack("HHHH", 50, columns, 0, 0)
        fcntl.ioctl(theirs, termios.TIOCSWINSZ, size)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "grader", *arguments],
            cwd=cwd,
            env=dict(env),
            stdin=theirs,
            stdout=theirs if out is None else os.open(out, os.O_WRONLY | os.O_CREAT),
            stderr=theirs,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )
        os.close(theirs)
        self.text = ""
        self._read = 0

    def wait_for(self, text: str, seconds: float = 30.0) -> str:
        """Return what was shown up to a text that was not waited for before."""
        deadline = time.monotonic() + seconds
        while text not in self.text[self._read :]:
            assert self._take(deadline), f"no {text!r} in {self.text[self._read :]!r}"
        end = self.text.index(text, self._read) + len(text)
        shown, self._read = self.text[self._read : end], end
        return shown

    def type(self, keys: str) -> None:
        """Press keys."""
        os.write(self._own, keys.encode())

    def echoes(self) -> bool:
        """Tell whether the terminal shows what is typed."""
        return bool(termios.tcgetattr(self._own)[3] & termios.ECHO)

    def reset(self) -> None:
        """Wait for whole lines and echo them."""
        modes = termios.tcgetattr(self._own)
        modes[3] |= termios.ECHO | termios.ICANON
        termios.tcsetattr(self._own, termios.TCSANOW, modes)

    def finish(self, seconds: float = 30.0) -> int:
        """Wait for the end of the command and return its exit code."""
        deadline = time.monotonic() + seconds
        while self._take(deadline):
            pass
        return self.process.wait(max(deadline - time.monotonic(), 1.0))

    def close(self) -> None:
        """End the command, whatever it does."""
        self.process.kill()
        self.process.wait()
        os.close(self._own)

    def _take(self, deadline: float) -> bool:
        ready, _, _ = select.select([self._own], [], [], deadline - time.monotonic())
        try:
            data = os.read(self._own, 1 << 16) if ready else b""
        except OSError:  # the command has closed the terminal
            data = b""
        self.text += data.decode("utf-8", "replace")
        return bool(data)


@pytest.fixture
def terminal(
    home: Path, environment: Mapping[str, str]
) -> Iterator[Callable[..., Terminal]]:
    """Return what starts a command on a terminal; its output may go elsewhere."""
    opened: list[Terminal] = []

    def start(
        *arguments: str | Path,
        cwd: Path = home,
        env: Mapping[str, str] | None = None,
        columns: int = 80,
        out: Path | None = None,
    ) -> Terminal:
        known = {**environment, "TERM": "xterm", **(env or {})}
        words = [*map(str, arguments)]
        opened.append(Terminal(words, cwd=cwd, env=known, columns=columns, out=out))
        return opened[-1]

    yield start
    for each in opened:
        each.close()


@pytest.fixture(scope="session", autouse=True)
def _interruptible():
    """Undo that a shell had its background jobs ignore Ctrl-C; commands inherit it."""
    before = signal.getsignal(signal.SIGINT)
    if before is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)
