"""The ways into the command, and the border where errors become one line."""

import re
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
from pathlib import Path

import pytest

from grader import __version__
from grader.cli import border, commands
from grader.errors import ExitCode, Location, ProblemBroken, SandboxFailed

COMMANDS = [
    *("check", "completion", "doctor", "grade", "hint", "list", "new"),
    *("reset", "show", "start", "submit", "template", "verify"),
]


def test_version(grader):
    """One line with the name and the version."""
    ran = grader("--version")
    assert (ran.code, ran.out) == (0, f"grader {__version__}\n")


def test_help_lists_every_command(grader):
    """-h and --help are the same; the exit codes are told."""
    ran = grader("-h")
    listed = ran.out.partition("Commands:\n")[2].splitlines()
    assert ran.code == 0
    assert [line.split()[0] for line in listed] == COMMANDS
    assert "Exit codes: 0 done, 1 some tests or checks failed, 2 wrong usage" in ran.out


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_has_help(capsys, name):
    """A sentence and the options."""
    assert border.run([name, "-h"]) == 0
    out = capsys.readouterr().out
    assert out.startswith(f"Usage: grader {name} ")
    assert re.search(r"-h, --help +Show this message and exit\.", out)


def test_the_installed_script_is_the_same_command(environment, home):
    """The script beside Python does what `python -m grader` does."""
    script = Path(sys.executable).with_name("grader")
    done = subprocess.run(
        [script, "show", "gradient-chek"],
        cwd=home,
        env=environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert done.returncode == 2
    assert done.stderr == (
        "grader: no problem 'gradient-chek': did you mean 'gradient_check'?\n"
    )


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["chekc"], "Error: No such command 'chekc'."),
        (["list", "--colour"], "Error: No such option '--colour'."),
        (["grade"], "Error: Missing argument 'PATH...'."),
        (["grade", ".", "--jobs", "0"], "Error: Invalid value for '-j' / '--jobs'"),
        ([], "Usage: grader [OPTIONS] COMMAND [ARGS]..."),
    ],
)
def test_wrong_usage(capsys, arguments, said):
    """It is said on standard error, with where help is; exit code 2."""
    assert border.run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert said in err


@pytest.fixture
def broken(monkeypatch):
    """Return what makes every command raise an exception."""

    def make(error):
        def fail(*_, **__):
            raise error

        monkeypatch.setattr(commands.commands, "main", fail)

    return make


LOCATION = Location(file="p/problem.toml", line=3, message="no title")


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (
            ProblemBroken("p", [LOCATION, LOCATION]),
            ExitCode.BROKEN,
            "grader: p is not fit to use:\n"
            "  p/problem.toml:3: no title\n  p/problem.toml:3: no title\n",
        ),
        (SandboxFailed("no fork"), ExitCode.BROKEN, "grader: no fork\n"),
        (
            OSError(28, "No space left on device", "run/results.jsonl"),
            ExitCode.BROKEN,
            "grader: [Errno 28] No space left on device: 'run/results.jsonl'\n",
        ),
        (KeyboardInterrupt(), ExitCode.INTERRUPTED, "\ngrader: interrupted\n"),
        (
            ValueError("odd \x1b[2J"),
            ExitCode.BROKEN,
            "grader: a fault of the grader's own, please report it: "
            "ValueError: odd \\x1b[2J (-v shows where)\n",
        ),
    ],
)
def test_every_exception_has_a_code_and_its_line(broken, capsys, error, code, said):
    """Nothing reaches the person as a traceback, nothing counts as a failed test."""
    broken(error)
    assert border.run(["list"]) == code
    assert capsys.readouterr() == ("", said)


def test_verbose_shows_where_our_own_fault_is(broken, capsys):
    """With -v the traceback comes before the line."""
    broken(ValueError("odd"))
    assert border.run(["list", "-v"]) == ExitCode.BROKEN
    first, *_, last = capsys.readouterr().err.splitlines()
    assert first == "Traceback (most recent call last):"
    assert last == (
        "grader: a fault of the grader's own, please report it: ValueError: odd"
    )
