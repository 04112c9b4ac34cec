"""All paths together: what is refused, missing, twice, and in which order."""

from pathlib import Path

import pytest

from grader.errors import UsageError
from grader.intake import Note, Submission, collect


def refusal(gather, *paths, **options) -> str:
    with pytest.raises(UsageError) as raised:
        gather(*paths, **options)
    return str(raised.value)


def test_a_path_that_is_not_there(gather):
    """A mistyped path is the caller's mistake, not a missing submission."""
    assert refusal(gather, "inbocks") == "inbocks: no such file or folder"


def test_an_unknown_problem(put, gather):
    """A mistyped problem is answered with the one that was probably meant."""
    put("inbox/s1/dropout.py")
    said = "no problem is called 'dropuot'; did you mean dropout?"
    assert refusal(gather, "inbox", problem="dropuot") == said
    assert refusal(gather, "inbox", problem="x") == "no problem is called 'x'"


def test_a_file_of_another_kind(put, gather):
    """A spreadsheet is neither a submission nor an archive."""
    put("grades.csv")
    said = "grades.csv: neither a .py file, a folder nor a zip or tar archive"
    assert refusal(gather, "grades.csv") == said


def test_nothing_found_says_what_was_looked_for(put, gather):
    """An inbox without a single submission names the files that would have done."""
    put("inbox/s1/Dropout.py")
    assert refusal(gather, "inbox") == (
        "no submissions in inbox: looked for <student>/<problem>.py, where "
        "<problem>.py is gradient_check.py, gradient_check_n.py, relu_backward.py "
        "and 1 more\n"
        "inbox/s1/Dropout.py: looks like dropout.py, but is not called so: not graded"
    )


def test_nothing_found_for_one_problem(put, gather):
    """With the problem given, flat files would have done as well."""
    put("inbox/notes.txt")
    assert refusal(gather, "inbox", problem="dropout") == (
        "no submissions in inbox: looked for <student>/<problem>.py or <student>.py, "
        "where <problem>.py is dropout.py"
    )


@pytest.mark.parametrize("problem", [None, "dropout"])
def test_an_empty_folder(gather, problem):
    """An empty folder is nobody's missing submission."""
    Path("inbox").mkdir()
    said = refusal(gather, "inbox", problem=problem)
    assert said.startswith("no submissions in inbox: ")


def test_no_paths_at_all():
    """Nothing asked, nothing found."""
    with pytest.raises(UsageError, match="no submissions in"):
        collect([], problem_ids=["dropout"])


def test_the_same_student_twice(put, zipped, gather):
    """A folder and an archive of one student are both kept, with a note."""
    put("inbox/s1/dropout.py", b"folder = 1")
    zipped("inbox/s1.zip", [("dropout.py", "archive = 1")])
    paths = ["inbox/s1/dropout.py", "inbox/s1.zip/dropout.py"]
    assert gather("inbox") == (
        [
            ("s1", "dropout", paths[1], "archive = 1"),
            ("s1", "dropout", paths[0], "folder = 1"),
        ],
        [f"s1: dropout is there 2 times, all kept: {paths[0]}, {paths[1]}"],
    )


def test_one_inbox_for_each_problem(put, gather):
    """Who is missing in one inbox may not be missing in another."""
    put("hw1/s1/dropout.py")
    put("hw2/s1/relu_backward.py")
    put("hw2/s2/relu_backward.py")
    assert [row[:3] for row in gather("hw1", "hw2")[0]] == [
        ("s1", "dropout", "hw1/s1/dropout.py"),
        ("s1", "relu_backward", "hw2/s1/relu_backward.py"),
        ("s2", "dropout", "hw2/s2/dropout.py"),
        ("s2", "relu_backward", "hw2/s2/relu_backward.py"),
    ]


def test_the_order_does_not_depend_on_the_order_of_paths(put):
    """The same paths in any order give the same submissions in the same order."""
    paths = [put(f"s{number}/dropout.py") for number in (3, 20, 1)]
    once = collect(paths, problem_ids=["dropout"])
    again = collect(paths[::-1], problem_ids=["dropout"])
    assert once == again
    assert [submission.student for submission in once.submissions] == [
        "s1",
        "s3",
        "s20",
    ]


def test_only_the_first_notes_are_kept(put):
    """A hostile inbox cannot bury the reader in notes."""
    put("inbox/s1/dropout.py")
    for number in range(150):
        put(f"inbox/s1/Dropout ({number}).py")
    notes = collect([Path("inbox")], problem_ids=["dropout"]).notes
    assert len(notes) == 101
    assert notes[-1] == Note(path="…", message="and 50 more notes of this kind")


def test_thousands_of_submissions_are_not_read_by_finding_them(put, monkeypatch):
    """Collecting opens no file of a student's."""
    put("inbox/s1/dropout.py")

    def refusing(*_arguments, **_options):
        raise AssertionError("a file was opened")

    monkeypatch.setattr("grader.intake.disk.open_regular", refusing)
    (submission,) = collect([Path("inbox")], problem_ids=["dropout"]).submissions
    assert isinstance(submission, Submission)
