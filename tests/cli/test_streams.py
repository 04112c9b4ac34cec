"""Colour, width, encodings, pipes: what goes where, and nothing raw from students."""

import json
import os
import re
import subprocess  # noqa: TID251  # the command is run as a person runs it
import sys
import unicodedata

import pytest

WRONG = "def gradient_check(a, b, tol=1e-6):\n    return 0.25, True\n"
HOSTILE = (
    "import numpy as np\n"
    "EVIL = '\\x1b]0;owned\\x07\\x1b[2J\\x9b31m\\u202e[bold red]\\r\\x08[/]'\n"
    "def gradient_check(a, b, tol=1e-6):\n"
    "    print(EVIL)\n"
    "    if np.ndim(a) == 2:\n"
    "        raise ValueError(EVIL)\n"
    "    return EVIL, True\n"
)


def raw(text):
    """Return the characters that a terminal would act on, line ends left out."""
    return {c for c in text if unicodedata.category(c) in ("Cc", "Cf") and c != "\n"}


@pytest.mark.parametrize(
    ("options", "env", "coloured"),
    [
        ((), {}, False),
        ((), {"FORCE_COLOR": "1"}, True),
        ((), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (("--color", "always"), {"NO_COLOR": "1"}, True),
        (("--color", "never"), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_colour_on_a_pipe(grader, options, env, coloured):
    """Only when asked for: the option counts before NO_COLOR, that before the rest."""
    ran = grader("list", *options, env=env)
    assert ran.code == 0
    assert ("\x1b[1m" in ran.out) is coloured


@pytest.mark.parametrize(
    ("env", "escapes"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colour_on_a_terminal(terminal, env, escapes):
    """A terminal is drawn on in colour unless it cannot or must not show it."""
    screen = terminal("list", env=env)
    assert screen.finish() == 0
    assert "gradient_check" in screen.text
    assert ("\x1b" in screen.text) is escapes


def test_a_narrow_terminal_is_kept_to(terminal, tmp_path):
    """Lines wrap at words; none is wider than the terminal."""
    (tmp_path / "gradient_check.py").write_text(WRONG, "utf-8")
    screen = terminal("check", "--color", "never", cwd=tmp_path, columns=30)
    assert screen.finish() == 1
    lines = screen.text.splitlines()
    assert max(map(len, lines)) <= 30
    assert "0 of 3 example tests passed" in " ".join(lines)


@pytest.mark.parametrize("arguments", [["list"], ["check", "--json"], ["-h"]])
def test_a_reader_that_has_seen_enough(environment, tmp_path, arguments):
    """As with "| head -1": no traceback, and no error."""
    (tmp_path / "gradient_check.py").write_text(WRONG, "utf-8")
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "grader", *arguments],
        cwd=tmp_path,
        env=environment,
        stdout=writer,
        stderr=subprocess.PIPE,
        encoding="utf-8",
        timeout=60,
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, "")


@pytest.mark.parametrize(
    "env", [{"PYTHONIOENCODING": "ascii"}, {"LC_ALL": "C", "PYTHONUTF8": "0"}]
)
def test_an_ascii_locale(grader, tmp_path, env):
    """Symbols have plain stand-ins, other characters are escaped; nothing crashes."""
    env = {**env, "PYTHONCOERCECLOCALE": "0"}
    (tmp_path / "gradient_check.py").write_text(WRONG, "utf-8")
    ran = grader("check", cwd=tmp_path, env=env)
    assert ran.code == 1
    assert ran.out.isascii()
    assert "  x A single flipped sign fails\n  | input     gradient_check(" in ran.out
    ran = grader("start", "gradient_check", "é", cwd=tmp_path, env=env)
    assert (ran.code, ran.err) == (0, "")
    assert re.match(r"made (\\xe9|\\udcc3\\udca9); edit ", ran.out)


@pytest.fixture(scope="module")
def hostile(tmp_path_factory, hand_in):
    """Hand in a file that prints, raises and returns instructions to a terminal."""
    inbox = tmp_path_factory.mktemp("course") / "inbox"
    return hand_in(inbox, {"e\x1b[2Jvil\u202e[bold]": HOSTILE, "ben": WRONG})


def test_students_text_reaches_no_pipe_raw(grader, hostile):
    """Neither their output nor their names: both are shown as escapes."""
    folder = hostile / "e\x1b[2Jvil\u202e[bold]"
    ran = grader("grade", folder)
    assert raw(ran.out + ran.err) == set()
    assert "e\\x1b[2Jvil\\u202e[bold]" in ran.out
    assert "\\x1b]0;owned\\x07\\x1b[2J\\x9b31m\\u202e[bold red]" in (
        re.sub(r"\n  │ +", "", ran.out)
    )


def test_students_text_reaches_no_terminal_raw(terminal, hostile):
    """What is drawn in colour there are the grader's own sequences only."""
    screen = terminal("check", hostile / "e\x1b[2Jvil\u202e[bold]")
    assert screen.finish() == 1
    kept = re.sub(r"\x1b\[[0-9;]*m|\r\n", "", screen.text)
    assert raw(kept) == set()
    assert "[bold red]" in kept


def test_progress_is_for_a_terminal(terminal, grader, hostile, tmp_path):
    """There it is drawn on standard error: what is written elsewhere is JSON alone."""
    unsafe = "--unsafe-no-isolation"
    out = tmp_path / "out.json"
    screen = terminal("grade", hostile, "--json", "-j", "1", unsafe, out=out)
    assert screen.finish() == 0
    assert "2/2" in screen.text
    assert "isolation none: " in screen.text
    document = json.loads(out.read_text("utf-8"))
    assert len(document["results"]) == 2
    ran = grader("grade", hostile, "-j", "1")
    assert (ran.err, raw(ran.out)) == ("", set())
