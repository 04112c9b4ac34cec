"""list, show, start and reset, as a student uses them."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
STUB = (ROOT / "problems" / "gradient_check" / "stub.py").read_text("utf-8")
FILES = [
    "gradient_check.py",
    "hints.md",
    "problem.toml",
    "statement.md",
    "stub.py",
    "test_examples.py",
]


@pytest.fixture(scope="module")
def folder(grader, tmp_path_factory):
    """Start gradient_check in a fresh folder."""
    here = tmp_path_factory.mktemp("work")
    ran = grader("start", "gradient_check", cwd=here)
    assert (ran.code, ran.err) == (0, "")
    return here / "gradient_check"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_list_names_each_problem(grader):
    """A row for each problem, with what a student chooses by."""
    ran = grader("list")
    (row,) = [line for line in ran.out.splitlines() if "gradient_check" in line]
    assert ran.code == 0
    cells = ["gradient_check", "Gradient check for a backward pass", "easy", "20", "12"]
    assert re.split(r"\s{2,}", row.strip()) == cells


def test_show_prints_the_statement_as_it_is(grader, folder):
    """On a pipe the statement is not laid out; without an id, the folder tells it."""
    statement = (ROOT / "problems/gradient_check/statement.md").read_text("utf-8")
    assert grader("show", "gradient_check").out == statement
    assert grader("show", cwd=folder).out == statement


def test_start_makes_a_folder_to_work_in(folder):
    """It holds the public edition and the file to edit, and nothing hidden."""
    assert names(folder) == FILES
    assert (folder / "gradient_check.py").read_text("utf-8") == STUB


def test_start_says_what_comes_next(grader, tmp_path):
    """What was made, and the commands to go on with."""
    ran = grader("start", "gradient_check", "hw 1", cwd=tmp_path)
    assert ran.out == (
        "made hw 1; edit hw 1/gradient_check.py\n"
        "next  cd 'hw 1'  ·  grader show  ·  grader check --watch\n"
    )
    assert names(tmp_path / "hw 1") == FILES


def test_start_never_overwrites_work(grader, tmp_path):
    """A file that is there stays, and the message names the way to begin anew."""
    work = tmp_path / "gradient_check" / "gradient_check.py"
    work.parent.mkdir()
    work.write_text("# mine\n", "utf-8")
    ran = grader("start", "gradient_check", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "grader: gradient_check/gradient_check.py exists and stays as it is. To begin "
        "anew and keep a copy of it: grader reset gradient_check\n"
    )
    assert work.read_text("utf-8") == "# mine\n"


@pytest.mark.parametrize("command", ["start", "check"])
def test_a_mistyped_id_is_understood(grader, command):
    """The message names the problem that was meant."""
    ran = grader(command, "gradient_chek")
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "grader: no problem 'gradient_chek': did you mean 'gradient_check'?\n"
    )


@pytest.mark.parametrize("command", ["show", "reset"])
def test_no_id_and_no_problem_here(grader, tmp_path, command):
    """Where the folder does not tell the problem, the ids are listed."""
    ran = grader(command, cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "grader: which problem? Say its ID: gradient_check\n"


@pytest.fixture
def work(tmp_path):
    """Put a student's file into a folder."""
    (tmp_path / "gradient_check.py").write_text("# mine\n", "utf-8")
    return tmp_path


def test_reset_keeps_the_old_file(grader, work):
    """After a yes the stub is back and the old file is beside it."""
    ran = grader("reset", cwd=work, stdin="y\n")
    (kept,) = work.glob("*.bak")
    assert ran.code == 0
    assert ran.out == (
        "Put a fresh stub in place of gradient_check.py? [y/N]: "
        f"gradient_check.py is a fresh stub; your old file is {kept.name}\n"
    )
    assert (work / "gradient_check.py").read_text("utf-8") == STUB
    assert kept.read_text("utf-8") == "# mine\n"


def test_reset_can_be_told_yes(grader, work):
    """With --yes nothing is asked; each old file is kept."""
    for _ in range(2):
        ran = grader("reset", "gradient_check", "--yes", cwd=work)
        assert (ran.code, ran.err, "[y/N]" in ran.out) == (0, "", False)
    kept = {path.read_text("utf-8") for path in work.glob("*.bak")}
    assert kept == {"# mine\n", STUB}


@pytest.mark.parametrize(("answer", "code"), [("n\n", 0), ("", 2)])
def test_reset_does_nothing_without_a_yes(grader, work, answer, code):
    """A no is no error; where nobody answers the command says what to do."""
    ran = grader("reset", cwd=work, stdin=answer)
    assert ran.code == code
    assert ("gradient_check.py stays as it is" in ran.out) is (code == 0)
    assert ("say --yes" in ran.err) is (code == 2)
    assert names(work) == ["gradient_check.py"]
    assert (work / "gradient_check.py").read_text("utf-8") == "# mine\n"


def test_reset_needs_a_file(grader, tmp_path):
    """Without a file there is nothing to reset."""
    ran = grader("reset", "gradient_check", "--yes", cwd=tmp_path)
    assert ran.code == 2
    assert ran.err == (
        "grader: no gradient_check.py in this folder. "
        "To begin with a problem: grader start ID\n"
    )
