"""Finding a student's files, checking them, and noticing when they are saved."""

import os
import signal
import time
from pathlib import Path

import pytest

from grader.course.check import Checker, Saves, Target, find
from grader.errors import UsageError
from grader.model import Outcome, Status
from grader.problems import Library, load

ROOT = Path(__file__).parents[2]
PROBLEM = ROOT / "problems" / "gradient_check"
WRONG = "def gradient_check(a, b, tol=1e-6):\n    return 0.25, True\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    """Stand in a folder with a file, and another problem's folder."""
    monkeypatch.chdir(tmp_path)
    for name in ("gradient_check.py", "second_check/second_check.py", "old/mine.py"):
        Path(name).parent.mkdir(exist_ok=True)
        Path(name).write_text(WRONG, "utf-8")
    return Path()


@pytest.fixture
def found(here):
    """Return what finds files of two problems, as text."""
    second = here.absolute() / "problems" / "second_check"
    second.mkdir(parents=True)
    for path in PROBLEM.glob("*.*"):
        text = path.read_text("utf-8").replace("gradient_check", "second_check")
        (second / path.name).write_text(text, "utf-8")
    library = Library({"gradient_check": PROBLEM, "second_check": second})

    def files(*paths, problem=None):
        targets = find([*map(Path, paths)], library, problem=problem, here=here)
        return [target.file.as_posix() for target in targets]

    return files


def test_without_a_path_what_lies_here(found):
    """Files of this folder, and those in the folders that start made in it."""
    assert found() == ["gradient_check.py", "second_check/second_check.py"]
    assert found(problem="second_check") == ["second_check/second_check.py"]


def test_files_folders_and_ids(found):
    """A file by its name, a folder by what is in it, an id by where its file is."""
    assert found("gradient_check.py") == ["gradient_check.py"]
    assert found("second_check/") == ["second_check/second_check.py"]
    assert found("gradient-check", "second_check") == [
        *("gradient_check.py", "second_check/second_check.py"),
    ]
    assert found("old/mine.py", problem="gradient_check") == ["old/mine.py"]


@pytest.mark.parametrize(
    ("paths", "problem", "said"),
    [
        (["gone.py"], None, "gone.py: no such file"),
        (["gone.txt"], "gradient_check", "gone.txt: no such file"),
        (
            ["old"],
            None,
            "no problem's file in old. To begin with a problem: grader start ID",
        ),
        (
            ["old"],
            "gradient_check",
            "no gradient_check.py in old. To begin with a problem: grader start ID",
        ),
        (
            ["old/mine.py"],
            None,
            "old/mine.py is named after no problem: say which with --problem, "
            "one of gradient_check, second_check",
        ),
        (["third"], None, "no problem 'third': there are gradient_check, second_check"),
    ],
)
def test_nothing_to_check(found, paths, problem, said):
    """Each with what can be done about it."""
    with pytest.raises(UsageError) as raised:
        found(*paths, problem=problem)
    assert str(raised.value) == said


def test_an_id_without_a_file(found):
    """The command that makes the file is named."""
    Path("gradient_check.py").unlink()
    with pytest.raises(UsageError) as raised:
        found("gradient_check")
    assert str(raised.value) == (
        "there is no gradient_check.py here; to begin: grader start gradient_check"
    )


def runners():
    """Return the processes that this one has started to run tests."""
    found = []
    for path in Path("/proc").glob("[0-9]*"):
        try:
            parent = (path / "stat").read_text().rpartition(")")[2].split()[1]
            command = (path / "cmdline").read_bytes()
        except OSError:
            continue
        if int(parent) == os.getpid() and b"grader.run" in command:
            found.append(int(path.name))
    return found


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="looks into /proc")
def test_one_warm_runner_checks_again_and_again(here):
    """It sees the file as it is now; if it dies another one takes its place."""
    file = here / "gradient_check.py"
    target = Target(problem=load(PROBLEM), file=file)
    with Checker("none") as checker:
        checker.warm(target)
        (first,) = runners()
        wrong = checker.check(target)
        file.write_bytes((ROOT / "solutions" / "gradient_check.py").read_bytes())
        right = checker.check(target)
        assert runners() == [first]
        os.kill(first, signal.SIGKILL)
        again = checker.check(target)
        assert len(runners()) == 1
        assert runners() != [first]
        file.unlink()
        missing = checker.check(target)
        file.mkdir()
        folder = checker.check(target)
    assert runners() == []
    assert [test.outcome for test in wrong.tests] == [Outcome.FAILED] * 3
    assert [test.outcome for test in right.tests] == [Outcome.PASSED] * 3
    assert [test.outcome for test in again.tests] == [Outcome.PASSED] * 3
    assert (wrong.max_score, wrong.hidden_tests, wrong.categories) == (0.0, 12, ())
    assert missing.status is Status.MISSING
    assert folder.status is not Status.GRADED
    assert {test.visible for test in wrong.tests} == {True}


def test_a_save_is_noticed_once(tmp_path):
    """Only the files that were saved, each time they were."""
    one, two = tmp_path / "one.py", tmp_path / "two.py"
    one.write_text("1", "utf-8")
    saves = Saves([one, two])
    assert saves.take() == []
    one.write_text("1", "utf-8")  # the same text, saved again
    two.write_text("new", "utf-8")
    assert saves.take() == [one, two]
    assert saves.take() == []


def test_a_file_that_is_replaced_is_noticed(tmp_path):
    """While it is gone there is nothing to say; when another is there it was saved."""
    file, draft = tmp_path / "a.py", tmp_path / "draft"
    file.write_text("1", "utf-8")
    status = file.stat()
    saves = Saves([file])
    file.unlink()
    assert saves.take() == []
    draft.write_text("2", "utf-8")
    os.utime(draft, ns=(status.st_atime_ns, status.st_mtime_ns))
    draft.rename(file)
    assert saves.take() == [file]


def test_a_file_that_is_being_written_is_waited_for(tmp_path):
    """An editor that writes in pieces makes one save of it."""
    file = tmp_path / "a.py"
    file.write_text("1", "utf-8")
    saves = Saves([file])
    child = os.fork()
    if child == 0:
        with file.open("w", encoding="utf-8") as stream:
            for _ in range(20):
                stream.write("a" * 100)
                stream.flush()
                time.sleep(0.001)
        os._exit(0)
    taken = []
    while os.waitpid(child, os.WNOHANG) == (0, 0):
        taken += saves.take()
    taken += saves.take()
    assert 1 <= len(taken) <= 3
    assert file.stat().st_size == 2000
