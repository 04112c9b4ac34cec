"""What README.md and CONTRIBUTING.md show is true, and so is every --help."""

import re
import shlex
import shutil
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import click
import pytest

from grader.cli.border import run
from grader.cli.commands import commands

_ROOT = Path(__file__).parents[1]
_NEEDED = ("problems", "solutions", "demo/class")
_FENCE = re.compile(r"(?ms)^```(?P<info>[^\n]*)\n(?P<body>.*?)^```$")
_EXIT_CODE = re.compile(r"(?P<command>.*?)\s+# exit code (?P<code>\d+)")
# Times, seeds, the level that this machine has, columns' widths.
_VARIES = re.compile(r"[\d.]+ m?s\b|seed \d+|isolation \w+|\s+")
_WIDEST = 88


@dataclass(slots=True)
class Step:
    """A command of README, or a file that the reader writes."""

    section: str
    text: str
    file: str | None = None
    exit_code: int = 0
    output: list[str] = field(default_factory=list)


def _steps() -> list[Step]:
    text = (_ROOT / "README.md").read_text("utf-8")
    sections = re.split(r"^## ", text, flags=re.MULTILINE)
    return [step for section in sections for step in _steps_of(section)]


def _steps_of(section: str) -> Iterator[Step]:
    title = section.splitlines()[0]
    for fence in _FENCE.finditer(section):
        language, _, file = fence["info"].partition(" ")
        if language == "python":
            yield Step(title, fence["body"], file=file)
        elif language == "console":
            yield from _commands_of(title, fence["body"])


def _commands_of(title: str, body: str) -> Iterator[Step]:
    for part in re.split(r"^\$ ", body, flags=re.MULTILINE)[1:]:
        command, *output = part.splitlines()
        claimed = _EXIT_CODE.fullmatch(command)
        if claimed is None:
            yield Step(title, command, output=output)
        else:
            code = int(claimed["code"])
            yield Step(title, claimed["command"], exit_code=code, output=output)


def _sections() -> dict[str, list[Step]]:
    found: dict[str, list[Step]] = {}
    for step in _steps():
        found.setdefault(step.section, []).append(step)
    return found


@pytest.fixture
def copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy what the commands need; the reader's home and window are plain ones."""
    root = tmp_path / "grader"
    for name in _NEEDED:
        shutil.copytree(_ROOT / name, root / name)
    for variable in ("GRADER_PROBLEMS", "GRADER_NAME", "FORCE_COLOR"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "home" / "settings"))
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.chdir(root)
    return root


@pytest.mark.parametrize("section", list(_sections()))
def test_commands_of_the_readme_do_what_it_says(
    section: str,
    copy: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Each command ends with the code that is claimed and prints the lines shown."""
    here = copy
    for step in _sections()[section]:
        if step.file is not None:
            (here / step.file).write_text(step.text, "utf-8")
            continue
        program, *arguments = shlex.split(step.text)
        if program == "cd":
            here = here / arguments[0]
            monkeypatch.chdir(here)
            continue
        assert program == "grader"
        assert (step.text, run(arguments)) == (step.text, step.exit_code)
        printed = [_plain(line) for line in capsys.readouterr().out.splitlines()]
        missing = [line for line in step.output if _plain(line) not in printed]
        assert missing == []


def test_every_command_is_shown_or_in_the_changelog() -> None:
    """No command is a secret."""
    text = "".join((_ROOT / name).read_text() for name in ("README.md", "CHANGELOG.md"))
    assert [name for name in commands.commands if f"`{name}`" not in text] == []


def test_make_targets_of_the_readme_exist() -> None:
    """Each target that README or CONTRIBUTING names is in the Makefile."""
    names = ("README.md", "CONTRIBUTING.md")
    text = "".join((_ROOT / name).read_text("utf-8") for name in names)
    named = set(re.findall(r"`make (\w+)`", text))
    targets = re.findall(r"^(\w+):", (_ROOT / "Makefile").read_text(), re.MULTILINE)
    assert named - set(targets) == set()


@pytest.mark.parametrize("name", [None, *commands.commands])
def test_help_fits_and_lists_every_option(
    name: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Help ends with 0, is no wider than 88 columns and leaves no option out."""
    command: click.Command = commands if name is None else commands.commands[name]
    assert run([*([] if name is None else [name]), "--help"]) == 0
    text = capsys.readouterr().out
    options = [each for each in command.params if isinstance(each, click.Option)]
    names = {option for each in options for option in each.opts if not each.hidden}
    assert {option for option in names if option not in text} == set()
    assert [line for line in text.splitlines() if len(line) > _WIDEST] == []


def test_map_names_every_module_and_no_other() -> None:
    """The map in CONTRIBUTING has a line for each package and module of grader/."""
    there = {
        path.stem
        for path in (_ROOT / "grader").iterdir()
        if path.stem not in ("__init__", "__pycache__", "py")
    }
    assert set(_map()) == there


def test_map_has_the_order_of_the_layers() -> None:
    """The map goes down the layers as import-linter holds them."""
    settings = tomllib.loads((_ROOT / "pyproject.toml").read_text("utf-8"))
    contracts = settings["tool"]["importlinter"]["contracts"]
    layers = next(each["layers"] for each in contracts if each["type"] == "layers")
    names = [name.strip() for layer in layers for name in layer.split("|")]
    assert [name for name in _map() if name != "schemas"] == names


def test_contributing_stays_short() -> None:
    """A newcomer reads CONTRIBUTING in a few minutes."""
    assert len((_ROOT / "CONTRIBUTING.md").read_text("utf-8").splitlines()) <= 60


def _map() -> list[str]:
    fences = _FENCE.finditer((_ROOT / "CONTRIBUTING.md").read_text("utf-8"))
    lines = next(fence["body"] for fence in fences).splitlines()
    return [line.split()[0] for line in lines]


def _plain(line: str) -> str:
    return _VARIES.sub(" ", line).strip()
