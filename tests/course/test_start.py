"""Beginning an exercise, and beginning it anew."""

import re
from datetime import datetime
from pathlib import Path

import pytest

from grader.course.start import Started, reset, start
from grader.errors import UsageError
from grader.problems import Edition, Problem, load

NOON = datetime(2024, 2, 29, 12, 0, 5)
STUB = "def twice(x):\n    raise NotImplementedError\n"


@pytest.fixture
def problem(tmp_path: Path) -> Problem:
    """Return a small full problem."""
    folder = tmp_path / "problems/twice"
    folder.mkdir(parents=True)
    files = {
        "problem.toml": (
            'title = "Twice"\nunit = "u"\ndifficulty = "easy"\nminutes = 5\n'
            "hidden_tests = 1\n[[categories]]\n"
            'id = "a"\ntitle = "A"\npoints = 1\nhint = "h"\n'
        ),
        "statement.md": "Return twice `x`.\n",
        "stub.py": STUB.replace("\n", "\r\n"),
        "test_examples.py": "def test_a(student): ...\n",
        "test_hidden.py": "def test_b(student): ...\n",
        "hints.md": "## Think\n\nTwice.\n",
    }
    for name, text in files.items():
        (folder / name).write_bytes(text.encode())
    return load(folder)


def contents(folder: Path) -> dict[str, bytes]:
    """Return every file of a folder with its content."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_start_makes_a_public_edition(problem: Problem, tmp_path: Path) -> None:
    """The folder has the public files and the student's own, a copy of the stub."""
    folder = tmp_path / "home/exercises/first"
    started = start(problem, folder)
    assert started == Started(problem=problem, folder=folder, file=folder / "twice.py")
    assert sorted(contents(folder)) == [
        "hints.md",
        "problem.toml",
        "statement.md",
        "stub.py",
        "test_examples.py",
        "twice.py",
    ]
    assert started.file.read_bytes() == STUB.encode()
    assert load(folder).edition is Edition.PUBLIC
    assert load(folder).id == "twice"


def test_start_never_overwrites_work(problem: Problem, tmp_path: Path) -> None:
    """A student's file stays, and the message names the way to begin anew."""
    file = tmp_path / "twice.py"
    file.write_text("my work")
    with pytest.raises(UsageError) as raised:
        start(problem, tmp_path)
    assert str(raised.value) == (
        f"{file} exists and stays as it is. To begin anew and keep a copy of it: "
        "grader reset twice"
    )
    assert file.read_text() == "my work"
    assert not (tmp_path / "stub.py").exists()


def test_start_again_after_the_file_was_removed(
    problem: Problem, tmp_path: Path
) -> None:
    """The other files are the same as before, so nothing is lost by writing them."""
    started = start(problem, tmp_path / "twice")
    started.file.unlink()
    (started.folder / "notes.txt").write_text("mine")
    (started.folder / "hints.md").write_bytes(b"## Think\r\n\r\nTwice.\r\n")
    assert start(problem, tmp_path / "twice").file.read_bytes() == STUB.encode()
    assert (started.folder / "notes.txt").read_text() == "mine"


def test_start_refuses_a_folder_with_other_files(
    problem: Problem, tmp_path: Path
) -> None:
    """Files of the same names that hold something else are not overwritten."""
    (tmp_path / "hints.md").write_text("my own hints")
    (tmp_path / "stub.py").mkdir()
    before = sorted(tmp_path.iterdir())
    with pytest.raises(UsageError) as raised:
        start(problem, tmp_path)
    assert str(raised.value) == (
        f"{tmp_path} has other files of the same name: stub.py, hints.md. Start in a "
        "new folder: grader start twice DIR"
    )
    assert sorted(tmp_path.iterdir()) == before
    assert (tmp_path / "hints.md").read_text() == "my own hints"


def test_start_leaves_the_author_s_folder_alone(problem: Problem) -> None:
    """The full problem is not replaced by its public edition."""
    before = contents(problem.folder)
    with pytest.raises(UsageError, match=r"files of the same name: problem\.toml\."):
        start(problem, problem.folder)
    assert contents(problem.folder) == before


def test_start_where_nothing_can_be_written(problem: Problem, tmp_path: Path) -> None:
    """The operating system's refusal is told in one line."""
    (tmp_path / "file").write_text("")
    with pytest.raises(UsageError) as raised:
        start(problem, tmp_path / "file/twice")
    assert str(raised.value) == (
        f"cannot write to {tmp_path / 'file/twice'}: Not a directory"
    )


def test_start_does_not_follow_a_broken_link(problem: Problem, tmp_path: Path) -> None:
    """A link in the file's place is somebody's, even if it leads nowhere yet."""
    (tmp_path / "twice.py").symlink_to(tmp_path / "elsewhere.py")
    with pytest.raises(UsageError, match="exists and stays as it is"):
        start(problem, tmp_path)


def test_reset_keeps_the_old_file(problem: Problem, tmp_path: Path) -> None:
    """The file is a stub again and the copy beside it has every old byte."""
    file = start(problem, tmp_path / "twice").file
    file.write_bytes(b"\xff my work\r\n")
    kept = reset(problem, file, now=NOON)
    assert kept == file.with_name("twice.20240229-120005.py.bak")
    assert kept.read_bytes() == b"\xff my work\r\n"
    assert file.read_bytes() == STUB.encode()


def test_two_resets_in_one_second(problem: Problem, tmp_path: Path) -> None:
    """Each copy has a name of its own."""
    file = start(problem, tmp_path / "twice").file
    for text in ("first", "second", "third"):
        file.write_text(text)
        reset(problem, file, now=NOON)
    kept = {path.name: path.read_text() for path in file.parent.glob("*.bak")}
    assert kept == {
        "twice.20240229-120005.py.bak": "first",
        "twice.20240229-120005-2.py.bak": "second",
        "twice.20240229-120005-3.py.bak": "third",
    }


def test_reset_takes_the_time_of_the_clock(problem: Problem, tmp_path: Path) -> None:
    """Without a given time the copy is named by the present one."""
    kept = reset(problem, start(problem, tmp_path / "twice").file)
    assert re.fullmatch(r"twice\.20\d{6}-\d{6}\.py\.bak", kept.name)


def test_reset_of_nothing(problem: Problem, tmp_path: Path) -> None:
    """Without a file there is nothing to keep, and the message says how to begin."""
    with pytest.raises(UsageError) as raised:
        reset(problem, tmp_path / "twice.py")
    assert str(raised.value) == (
        f"there is no file {tmp_path / 'twice.py'} to reset. To begin: "
        "grader start twice"
    )


def test_a_copy_that_fails_leaves_the_work(problem: Problem, tmp_path: Path) -> None:
    """If the copy cannot be written, the file is not touched."""
    file = tmp_path / f"{'t' * 240}.py"  # its copy's name is too long for any disk
    file.write_text("my work")
    with pytest.raises(UsageError, match=r"^cannot reset .*: File name too long$"):
        reset(problem, file, now=NOON)
    assert file.read_text() == "my work"
