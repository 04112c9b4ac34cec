"""Single files named on the command line."""

import os
from pathlib import Path

import pytest

from grader.errors import UsageError


def test_the_stem_tells_the_problem_and_the_folder_the_student(put, gather):
    """A file with the right name needs nothing else."""
    put("alice/dropout.py")
    row = ("alice", "dropout", "alice/dropout.py", "x = 1\n")
    assert gather("alice/dropout.py") == ([row], [])


def test_a_file_in_the_working_folder(put, gather, monkeypatch):
    """Without a folder in the path, the working folder is the student."""
    put("alice/dropout.py")
    monkeypatch.chdir("alice")
    assert gather("dropout.py")[0] == [("alice", "dropout", "dropout.py", "x = 1\n")]


def test_the_given_problem_goes_before_the_name(put, gather):
    """With the problem given, any name will do."""
    put("alice/attempt.py")
    row = ("alice", "dropout", "alice/attempt.py", "x = 1\n")
    assert gather("alice/attempt.py", problem="dropout") == ([row], [])


def test_the_only_problem_needs_no_name(put, gather):
    """Where there is one problem, it is that one."""
    put("alice/attempt.py")
    row = ("alice", "dropout", "alice/attempt.py", "x = 1\n")
    assert gather("alice/attempt.py", ids=["dropout"]) == ([row], [])


def test_flat_files_named_one_by_one(put, gather):
    """Several files of one folder for one problem are of as many students."""
    put("inbox/bob.py")
    put("inbox/alice.py")
    rows, notes = gather("inbox/bob.py", "inbox/alice.py", problem="dropout")
    assert ([row[0] for row in rows], notes) == (["alice", "bob"], [])


def test_a_file_with_the_right_name_among_flat_files(put, gather):
    """The name of the problem is no student's name."""
    paths = [put(f"inbox/{name}.py") for name in ("alice", "bob", "dropout")]
    rows = gather(*paths, problem="dropout")[0]
    assert [row[0] for row in rows] == ["alice", "bob", "inbox"]


def test_a_file_named_twice_is_one_submission(put, gather):
    """The same file by two paths is graded once."""
    put("alice/dropout.py")
    rows = gather("alice/dropout.py", "alice", "alice/dropout.py")
    assert rows == ([("alice", "dropout", "alice/dropout.py", "x = 1\n")], [])


@pytest.mark.parametrize(
    ("name", "hint"),
    [
        ("dropuot.py", "; did you mean dropout.py? "),
        ("Dropout.py", "; did you mean dropout.py? "),
        ("homework.py", ": "),
    ],
)
def test_an_unknown_name_without_the_problem(put, gather, name, hint):
    """It cannot be guessed what a file is for, but it can be asked."""
    put(f"alice/{name}")
    stem = name.removesuffix(".py")
    with pytest.raises(UsageError) as raised:
        gather(f"alice/{name}")
    assert str(raised.value) == (
        f"alice/{name}: no problem is called {stem!r}{hint}"
        "say which problem it is for with --problem ID"
    )


def test_links_and_pipes_are_refused(put, gather, statuses):
    """What is not a regular file is not graded, with the reason."""
    put("a/dropout.py")
    Path("b").mkdir()
    Path("b/dropout.py").symlink_to("../a/dropout.py")
    Path("c").mkdir()
    os.mkfifo("c/dropout.py")
    paths = ("b/dropout.py", "c/dropout.py")
    link = "dropout.py is a symbolic link, and links are not followed"
    assert gather(*paths)[0] == [
        ("b", "dropout", "b/dropout.py", link),
        ("c", "dropout", "c/dropout.py", "dropout.py is a named pipe"),
    ]
    assert set(statuses(*paths).values()) == {"not_graded"}


def test_names_of_strange_bytes(put, gather):
    """A file that was named by bytes that are not text is read all the same."""
    put(b"caf\xe9/dropout.py", b"y = 2")
    row = ("caf\\xe9", "dropout", "caf\\xe9/dropout.py", "y = 2")
    assert gather(os.fsdecode(b"caf\xe9/dropout.py"))[0] == [row]
