"""submit: an archive that grade takes, by its name or lying in a folder."""

import json
import zipfile

import pytest

WRONG = "def gradient_check(a, b, tol=1e-6):\n    return 0.25, True\n"


@pytest.fixture(scope="module")
def work(grader, right, tmp_path_factory):
    """Hand in a right file and a wrong one, as two students."""
    here = tmp_path_factory.mktemp("work")
    said = {}
    for student, source in (("Ana María", right), ("Ben O'Neill", WRONG)):
        (here / student).mkdir()
        (here / student / "gradient_check.py").write_text(source, "utf-8")
        said[student] = grader(
            *("submit", here / student, "--out", f"inbox {student}.zip"),
            *("--name", student),
            cwd=here,
        )
    return here, said


def test_the_examples_are_checked_first(work):
    """What passed is said, and which archive to hand in."""
    ran = work[1]["Ana María"]
    assert (ran.code, ran.err) == (0, "")
    assert ran.out == (
        "gradient_check: 3 of 3 examples passed\n"
        "wrote inbox Ana María.zip for Ana María: hand it in\n"
    )


def test_failing_examples_are_packed_and_said(work):
    """A wrong file may be handed in; the command to see why is named."""
    here, said = work
    ran = said["Ben O'Neill"]
    assert ran.code == 0
    assert ran.out.splitlines()[0] == "gradient_check: 0 of 3 examples passed"
    said_beside = " ".join(ran.err.split())  # a long path begins a line of its own
    assert said_beside.startswith("packed all the same; see: grader check ")
    with zipfile.ZipFile(here / "inbox Ben O'Neill.zip") as archive:
        assert archive.namelist() == ["manifest.json", "gradient_check.py"]
        assert archive.read("gradient_check.py").decode() == WRONG
        manifest = json.loads(archive.read("manifest.json"))
    assert manifest["student"] == "Ben O'Neill"


def test_grade_takes_the_archives(grader, work):
    """By name and lying in a folder; the student is the one in the manifest."""
    here = work[0]
    inbox = here / "inbox"
    inbox.mkdir()
    (here / "inbox Ben O'Neill.zip").rename(inbox / "any name.zip")
    ran = grader("grade", here / "inbox Ana María.zip", inbox, "--json", "-j", "1")
    assert {who: each["score"] for who, each in ran.results.items()} == {
        "Ana María": 12.0,
        "Ben O'Neill": 0.0,
    }


@pytest.fixture
def mine(tmp_path, right):
    """Put a right file into a folder."""
    (tmp_path / "gradient_check.py").write_text(right, "utf-8")
    return tmp_path


def test_the_name_is_asked_for(grader, mine):
    """Without --name the person is asked; the environment may know it too."""
    asked = grader("submit", "--out", "a.zip", cwd=mine, stdin="Chen Wei\n")
    assert asked.code == 0
    assert asked.out.startswith("Your name, as your course knows it: ")
    assert asked.out.endswith("wrote a.zip for Chen Wei: hand it in\n")
    known = grader("submit", "--out", "b.zip", cwd=mine, env={"GRADER_NAME": "Dana"})
    assert known.out.endswith("wrote b.zip for Dana: hand it in\n")


def test_nobody_to_ask(grader, mine):
    """Without an answer nothing is written, and the ways to give the name are said."""
    ran = grader("submit", "--out", "a.zip", cwd=mine)
    assert ran.code == 2
    assert ran.err == "grader: whose work is it? Say --name NAME, or set GRADER_NAME\n"
    assert not (mine / "a.zip").exists()


def test_an_archive_is_replaced_by_force_only(grader, mine):
    """What is there stays unless --force is given."""
    (mine / "a.zip").write_bytes(b"precious")
    submit = ("submit", "--out", "a.zip", "--name", "Ana")
    ran = grader(*submit, cwd=mine)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == "grader: a.zip is there already: replace it with --force\n"
    assert (mine / "a.zip").read_bytes() == b"precious"
    assert grader(*submit, "--force", cwd=mine).code == 0
    assert zipfile.is_zipfile(mine / "a.zip")


def test_two_files_for_one_problem(grader, mine):
    """Which of the two is meant cannot be guessed."""
    (mine / "old").mkdir()
    (mine / "old" / "gradient_check.py").write_text(WRONG, "utf-8")
    ran = grader("submit", "gradient_check.py", "old", "--out", "a.zip", cwd=mine)
    assert ran.code == 2
    assert ran.err == (
        "grader: gradient_check.py and old/gradient_check.py are both for "
        "gradient_check: name the one to hand in\n"
    )
