"""check --watch: saves are answered, and keys; Ctrl-C and q end it."""

import os
import re
import signal
import time

import pytest

WRONG = "def gradient_check(a, b, tol=1e-6):\n    return 0.25, True\n"
SYNTAX = "def gradient_check(a, b, tol=1e-6)\n    return 0.0, True\n"
READY = "q quit"


@pytest.fixture
def file(tmp_path):
    """Put a wrong file into a folder."""
    path = tmp_path / "gradient_check.py"
    path.write_text(WRONG, "utf-8")
    return path


@pytest.fixture
def screen(terminal, file):
    """Watch the file on a terminal, with a home of its own."""
    home = {"HOME": str(file.parent / "home")}
    shown = terminal("check", "--watch", cwd=file.parent, env=home)
    assert "0 of 3 example tests passed" in plain(shown.wait_for(READY))
    return shown


def plain(text):
    """Return what a person reads: no escape sequences, no line ends."""
    return re.sub(r"\s+", " ", re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", text))


def test_every_save_is_answered_until_ctrl_c(screen, file, right):
    """A syntax error in between is shown and does not end it; Ctrl-C is no error.

    Some editors write beside the file and move that in its place.
    """

    def replace(source):
        file.with_suffix(".tmp").write_text(source)
        file.unlink()
        time.sleep(0.1)  # longer than it takes to look again
        file.with_suffix(".tmp").rename(file)

    seconds = []
    for write, source, said in (
        (file.write_text, right, "3 of 3 example tests passed"),
        (file.write_text, SYNTAX, "gradient_check.py:1 SyntaxError: expected ':'"),
        (replace, right, "3 of 3 example tests passed"),
    ):
        saved = time.monotonic()
        write(source)
        shown = plain(screen.wait_for(READY))
        seconds.append(time.monotonic() - saved)
        assert "check --watch" not in shown
        assert said in shown
    assert max(seconds) < 2.0
    screen.type("\x03")
    assert screen.finish() == 0


def test_keys(screen, file):
    """With h one climbs the hints, with l one sees all problems, r runs again."""
    for key, said in (
        ("h", "gradient_check · rung 1 of 4"),
        ("?h", "gradient_check · rung 2 of 4"),
        ("l", "problem title difficulty minutes"),
        ("R", "0 of 3 example tests passed, 3 failed"),
    ):
        screen.type(key)
        assert said in plain(screen.wait_for(READY))
    file.unlink()
    screen.type("r")
    assert "nothing to check" in plain(screen.wait_for(READY))
    screen.type("q")
    assert screen.finish() == 0
    assert screen.echoes()  # the terminal is as it was


def test_stopped_and_continued(screen):
    """After Ctrl-Z and fg keys are answered as before."""
    os.kill(screen.process.pid, signal.SIGSTOP)
    screen.reset()  # as a shell does
    os.kill(screen.process.pid, signal.SIGCONT)
    time.sleep(0.2)
    screen.type("h")
    assert "rung 1 of 4" in plain(screen.wait_for(READY))


def test_two_files_are_watched(terminal, tmp_path, copy_problem):
    """Only the file that was saved is checked again; the line below names both."""
    copy_problem(tmp_path)
    copy_problem(tmp_path, "second_check")
    (tmp_path / "gradient_check.py").write_text(WRONG, "utf-8")
    other = tmp_path / "second_check.py"
    other.write_text(WRONG.replace("gradient_check", "second_check"), "utf-8")
    screen = terminal(
        *("check", "--watch", "--problems", tmp_path / "problems"), cwd=tmp_path
    )
    shown = plain(screen.wait_for(READY))
    assert shown.count("0 of 3 example tests passed") == 2
    assert "watching gradient_check.py, second_check.py" in shown
    other.write_text("second_check = 1\n", "utf-8")
    shown = plain(screen.wait_for(READY))
    assert "second_check is not a function but of type int" in shown
    assert "gradient_check · gradient_check.py" not in shown
    screen.type("q")
    assert screen.finish() == 0


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ((), "--watch draws on a terminal, and the output goes elsewhere: "),
        (("--json",), "--watch draws on the terminal: it does not go with --json"),
    ],
)
def test_a_pipe_cannot_be_watched(grader, file, more, said):
    """On a pipe --watch is refused, with the reason."""
    ran = grader("check", "--watch", *more, cwd=file.parent)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err.startswith(f"grader: {said}")
