"""Folders: an inbox of students' folders, of flat files, or one student's own."""

import os
from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.intake import folder

FOREIGN = "no problem's files, left alone"


def test_an_inbox_of_students(put, gather):
    """Each student's folder gives its submissions, in natural order."""
    put("inbox/s10/gradient_check.py", b"ten = 1")
    put("inbox/s2/relu_backward.py", b"two = 2")
    put("inbox/s2/gradient_check.py", b"two = 1")
    put("inbox/s10/relu_backward.py", b"ten = 2")
    assert gather("inbox") == (
        [
            ("s2", "gradient_check", "inbox/s2/gradient_check.py", "two = 1"),
            ("s2", "relu_backward", "inbox/s2/relu_backward.py", "two = 2"),
            ("s10", "gradient_check", "inbox/s10/gradient_check.py", "ten = 1"),
            ("s10", "relu_backward", "inbox/s10/relu_backward.py", "ten = 2"),
        ],
        [],
    )


def test_the_working_folder_may_be_the_inbox(put, gather):
    """The path of a dot does not stand in front of every file."""
    put("s1/dropout.py")
    assert gather(".")[0] == [("s1", "dropout", "s1/dropout.py", "x = 1\n")]


def test_what_anybody_handed_in_is_expected_of_everybody(put, gather):
    """A student's folder without a file that others have is missing it."""
    put("inbox/s1/dropout.py")
    put("inbox/s2/notes.txt")
    Path("inbox/s3").mkdir()
    assert gather("inbox") == (
        [
            ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", "inbox/s2/dropout.py", "dropout.py is missing"),
            ("s3", "dropout", "inbox/s3/dropout.py", "dropout.py is missing"),
        ],
        [f"inbox/s2/notes.txt: {FOREIGN}"],
    )


def test_missing_is_a_status(put, statuses):
    """A missing file is neither graded nor our fault."""
    put("inbox/s1/dropout.py")
    Path("inbox/s2").mkdir()
    assert statuses("inbox") == {
        "inbox/s1/dropout.py": "graded",
        "inbox/s2/dropout.py": "missing",
    }


def test_one_problem_of_several(put, gather):
    """Files of problems that were not asked for are neither graded nor noted."""
    put("inbox/s1/dropout.py")
    put("inbox/s1/relu_backward.py")
    put("inbox/s2/relu_backward.py")
    assert gather("inbox", problem="dropout") == (
        [
            ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", "inbox/s2/dropout.py", "dropout.py is missing"),
        ],
        [],
    )


def test_the_problem_that_was_asked_for_may_be_missing_everywhere(put, gather):
    """With the problem given, students' folders without it are told one by one."""
    put("inbox/s1/notes.txt")
    missing = ("s1", "dropout", "inbox/s1/dropout.py", "dropout.py is missing")
    assert gather("inbox", problem="dropout")[0] == [missing]


def test_a_folder_that_is_called_like_the_file(put, gather, statuses):
    """A directory with the name of a submission is missing, with the reason."""
    put("inbox/s1/dropout.py")
    put("inbox/s2/dropout.py/dropout.py")
    directory = ("s2", "dropout", "inbox/s2/dropout.py", "dropout.py is a directory")
    assert gather("inbox")[0][1] == directory
    assert statuses("inbox")["inbox/s2/dropout.py"] == "missing"


def test_such_a_folder_may_be_named_itself(put, gather):
    """The same directory named on the command line is the same submission."""
    put("inbox/s2/dropout.py/dropout.py")
    row = ("s2", "dropout", "inbox/s2/dropout.py", "dropout.py is a directory")
    assert gather("inbox/s2/dropout.py") == ([row], [])


def test_deeper_folders_are_not_searched(put, gather):
    """What lies one folder too deep is not graded, but a note says so."""
    put("inbox/s1/dropout.py")
    put("inbox/s1/old/dropout.py")
    assert gather("inbox") == (
        [("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n")],
        ["inbox/s1/old: a folder inside a student's folder is not searched"],
    )


def test_a_folder_that_resembles_the_problem_is_named(put, gather):
    """A whole exercise folder handed in is what is missing, most likely."""
    put("inbox/s1/dropout.py")
    put("inbox/s2/dropout/dropout.py")
    said = "dropout.py is missing; dropout/ looks like it"
    row = ("s2", "dropout", "inbox/s2/dropout.py", said)
    assert gather("inbox")[0][1] == row


def test_clutter_is_not_even_noted(put, gather):
    """Hidden files, caches, backups and the files of the exercise are passed over."""
    put("inbox/s1/dropout.py")
    for name in (
        ".DS_Store",
        "s1/.DS_Store",
        "s1/dropout.py~",
        "s1/._dropout.py",
        "s1/__pycache__/dropout.cpython-311.pyc",
        "s1/test_examples.py",
        "s1/problem.toml",
        "__MACOSX/s1/dropout.py",
        ".git/dropout.py",
    ):
        put(f"inbox/{name}")
    row = ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n")
    assert gather("inbox") == ([row], [])


def test_strays_are_noted_once(put, gather):
    """Files of no problem are listed together, the first few by name."""
    for number in range(1, 6):
        put(f"inbox/s{number}/dropout.py")
        put(f"inbox/s{number}/plot.png")
    names = "inbox/s1/plot.png, inbox/s2/plot.png, inbox/s3/plot.png and 2 more"
    assert gather("inbox")[1] == [f"{names}: {FOREIGN}"]


@pytest.mark.parametrize("name", ["Dropout.py", "dropout (1).py", "dropout.py.txt"])
def test_a_wrong_name_is_told_and_not_guessed(put, gather, name):
    """A file with nearly the right name is not graded; both places say what it is."""
    put("inbox/s1/dropout.py")
    put(f"inbox/s2/{name}")
    said = f"dropout.py is missing; {name} looks like it"
    assert gather("inbox") == (
        [
            ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", "inbox/s2/dropout.py", said),
        ],
        [f"inbox/s2/{name}: looks like dropout.py, but is not called so: not graded"],
    )


@pytest.mark.parametrize(
    ("name", "student"),
    [
        (b"Ana Mar\xc3\xada", "Ana María"),
        ("李 雷".encode(), "李 雷"),
        (b"-rf", "-rf"),
        (b"--help", "--help"),
        (b'it\'s "quoted"', 'it\'s "quoted"'),
        (b"two\nlines", "two\nlines"),
        (b"latin\xe9", "latin\\xe9"),
        (b"#1", "#1"),
        (b"$(rm -rf ~)", "$(rm -rf ~)"),
        (b"*", "*"),
    ],
)
def test_odd_names_of_students(put, gather, name, student):
    """A student may be called anything that a folder can be called."""
    put(b"inbox/" + name + b"/dropout.py", b"y = 2")
    row = (student, "dropout", f"inbox/{student}/dropout.py", "y = 2")
    assert gather("inbox") == ([row], [])


def test_odd_names_in_notes_stay_on_one_line(put, gather):
    """A note shows a line end as an escape."""
    put("inbox/two\nlines/dropout.py")
    put("inbox/two\nlines/Dropout.py")
    notes = gather("inbox")[1]
    said = "looks like dropout.py, but is not called so: not graded"
    assert notes == [f"inbox/two\\nlines/Dropout.py: {said}"]


def test_links_are_not_followed(put, gather, statuses):
    """A linked file or folder is not graded, even if it leads to a good one."""
    put("inbox/s1/dropout.py")
    Path("inbox/s2").mkdir()
    Path("inbox/s2/dropout.py").symlink_to("../s1/dropout.py")
    Path("inbox/s3").symlink_to("s1")
    Path("inbox/s4").symlink_to("nowhere")
    Path("inbox/s5").mkdir()
    Path("inbox/s5/dropout.py").symlink_to("nowhere")
    link = "is a symbolic link, and links are not followed"
    assert gather("inbox") == (
        [
            ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", "inbox/s2/dropout.py", f"dropout.py {link}"),
            ("s3", "dropout", "inbox/s3", f"s3 {link}"),
            ("s5", "dropout", "inbox/s5/dropout.py", f"dropout.py {link}"),
        ],
        [f"inbox/s4: s4 {link}"],
    )
    assert statuses("inbox")["inbox/s3"] == "not_graded"


def test_pipes_are_not_opened(put, gather, statuses):
    """A named pipe in place of the file blocks nobody."""
    put("inbox/s1/dropout.py")
    Path("inbox/s2").mkdir()
    os.mkfifo("inbox/s2/dropout.py")
    row = ("s2", "dropout", "inbox/s2/dropout.py", "dropout.py is a named pipe")
    assert gather("inbox")[0][1] == row
    assert statuses("inbox")["inbox/s2/dropout.py"] == "not_graded"


def test_a_folder_that_may_not_be_listed(put, gather, monkeypatch):
    """A student whose folder the system will not show is not graded, not missing."""
    put("inbox/s1/dropout.py")
    put("inbox/s2/dropout.py")
    real = folder.listing

    def refusing(path, **inside):
        if path.endswith("s2"):
            raise PermissionError(13, "Permission denied")
        return real(path, **inside)

    monkeypatch.setattr(folder, "listing", refusing)
    said = "s2 cannot be read: Permission denied"
    assert gather("inbox")[0][1] == ("s2", "dropout", "inbox/s2", said)


def test_an_inbox_that_may_not_be_listed(put, gather, monkeypatch):
    """If nothing at all may be seen, the command cannot go on."""
    put("inbox/s1/dropout.py")

    def refusing(_path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(folder, "listing", refusing)
    with pytest.raises(UsageError, match="inbox cannot be read: Permission denied"):
        gather("inbox")


def test_flat_files_with_the_problem_given(put, gather):
    """The stem of a flat file is the student; clutter and other problems are not."""
    put("inbox/bob.py", b"b = 1")
    put("inbox/alice.py", b"a = 1")
    put("inbox/stub.py")
    put("inbox/relu_backward.py")
    put("inbox/grades.csv")
    assert gather("inbox", problem="dropout") == (
        [
            ("alice", "dropout", "inbox/alice.py", "a = 1"),
            ("bob", "dropout", "inbox/bob.py", "b = 1"),
        ],
        [f"inbox/grades.csv: {FOREIGN}"],
    )


def test_flat_files_beside_folders(put, gather):
    """Both layouts of one inbox are read."""
    put("inbox/bob.py")
    put("inbox/alice/dropout.py")
    students = [row[0] for row in gather("inbox", problem="dropout")[0]]
    assert students == ["alice", "bob"]


def test_flat_files_without_the_problem_are_strays(put, gather):
    """Without the problem a flat file could be anything."""
    put("inbox/bob.py")
    put("inbox/alice/dropout.py")
    assert gather("inbox") == (
        [("alice", "dropout", "inbox/alice/dropout.py", "x = 1\n")],
        [f"inbox/bob.py: {FOREIGN}"],
    )


def test_flat_links_and_folders(put, gather):
    """A flat link is not graded, a flat folder is missing."""
    put("inbox/a.py")
    Path("inbox/b.py").symlink_to("a.py")
    Path("inbox/c.py").mkdir()
    link = "b.py is a symbolic link, and links are not followed"
    assert gather("inbox", problem="dropout")[0] == [
        ("a", "dropout", "inbox/a.py", "x = 1\n"),
        ("b", "dropout", "inbox/b.py", link),
        ("c", "dropout", "inbox/c.py", "c.py is a directory"),
    ]


def test_one_students_own_folder(put, gather):
    """A folder with the file at its top is the student's; others' files stay alone."""
    put("alice/dropout.py")
    put("alice/scratch.py")
    put("alice/figures/a.png")
    assert gather("alice", problem="dropout") == (
        [("alice", "dropout", "alice/dropout.py", "x = 1\n")],
        [
            "alice/figures: a folder inside a student's folder is not searched",
            f"alice/scratch.py: {FOREIGN}",
        ],
    )


def test_the_working_folder_may_be_the_students(put, gather, monkeypatch):
    """From inside of the folder its name is still the student's."""
    put("alice/dropout.py")
    monkeypatch.chdir("alice")
    assert gather(".") == ([("alice", "dropout", "dropout.py", "x = 1\n")], [])


def test_students_folders_named_one_by_one(put, gather):
    """A shell's pattern for all folders finds the one without a file, too."""
    put("inbox/s1/dropout.py")
    put("inbox/s2/notes.txt")
    missing = ("s2", "dropout", "inbox/s2/dropout.py", "dropout.py is missing")
    assert gather("inbox/s1", "inbox/s2")[0][1] == missing


def test_exercise_folders_named_one_by_one(put, gather):
    """Folders of one problem each do not miss each other's problems."""
    put("dropout/dropout.py")
    put("relu_backward/relu_backward.py")
    assert [row[1] for row in gather("dropout", "relu_backward")[0]] == [
        "dropout",
        "relu_backward",
    ]


def test_a_file_beside_the_students_folders(put, gather):
    """Nobody's file at the top of an inbox is not graded, and noted."""
    put("inbox/dropout.py")
    put("inbox/s1/dropout.py")
    said = "lies beside the students' folders, so whose is it? Not graded"
    assert gather("inbox") == (
        [("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n")],
        [f"inbox/dropout.py: {said}"],
    )


def test_a_link_to_an_inbox_that_was_named_itself(put, gather):
    """Who names a link means where it leads; a note says that it was followed."""
    put("hw1/s1/dropout.py")
    Path("latest").symlink_to("hw1")
    assert gather("latest") == (
        [("s1", "dropout", "latest/s1/dropout.py", "x = 1\n")],
        ["latest: is a symbolic link, followed because it was named itself"],
    )
