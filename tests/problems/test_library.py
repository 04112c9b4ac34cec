"""Where problems are looked for, and how one is found by its name."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from grader.errors import ProblemBroken, UsageError
from grader.problems import Edition, Library, load, locate, public_files

MakeProblem = Callable[..., Path]
NOWHERE = Path("/nowhere/at/all")


def near(start: Path, installed: Path = NOWHERE) -> dict[str, Path]:
    """Return what `locate` finds from a working folder alone."""
    return dict(locate(None, None, start, installed=installed).folders)


def publish(folder: Path, target: Path) -> Path:
    """Write the public edition of a problem."""
    target.mkdir(parents=True)
    for name, content in public_files(load(folder)).items():
        (target / name).write_bytes(content)
    return target


@pytest.fixture
def course(make_problem: MakeProblem, tmp_path: Path) -> Path:
    """Return a folder with two full problems, as an instructor has it."""
    make_problem("course/problems/twice")
    make_problem("course/problems/again")
    (tmp_path / "course/problems/units").mkdir()
    return tmp_path / "course"


def test_a_folder_that_is_named_decides_alone(course: Path) -> None:
    """--problems takes a folder of problems, or one problem, whatever lies around."""
    shelf = course / "problems"
    assert locate(shelf, "ignored", course).folders == {
        "again": shelf / "again",
        "twice": shelf / "twice",
    }
    assert locate(shelf / "twice", None, course).folders == {"twice": shelf / "twice"}


def test_the_environment_names_several_folders(
    course: Path, make_problem: MakeProblem, tmp_path: Path
) -> None:
    """Of two folders with one id the first counts, and empty parts are skipped."""
    make_problem("extra/twice")
    thrice = make_problem("extra/thrice")
    first, second = course / "problems", tmp_path / "extra"
    value = os.pathsep.join(["", str(first), " ", str(second)])
    library = locate(None, value, NOWHERE)
    assert library.ids() == ("again", "thrice", "twice")
    assert library.folders == {
        "again": first / "again",
        "thrice": thrice,
        "twice": first / "twice",
    }


@pytest.mark.parametrize("value", [None, "", os.pathsep])
def test_an_empty_environment_is_none(course: Path, value: str | None) -> None:
    """Nothing but separators leaves the search to the working folder."""
    assert locate(None, value, course, installed=NOWHERE).ids() == ("again", "twice")


def test_folders_that_hold_no_problem(tmp_path: Path) -> None:
    """What was named wrongly is said with where it was named."""
    with pytest.raises(UsageError) as absent:
        locate(tmp_path / "absent", None, tmp_path)
    assert str(absent.value) == f"--problems: there is no folder {tmp_path / 'absent'}"
    with pytest.raises(UsageError) as empty:
        locate(None, str(tmp_path), tmp_path)
    assert str(empty.value) == (
        f"GRADER_PROBLEMS: no problems in {tmp_path}; expected folders with a "
        "problem.toml"
    )


def test_the_nearest_problems_folder(course: Path, make_problem: MakeProblem) -> None:
    """It is found from anywhere below, and hides one further up."""
    (course / "inbox/s001").mkdir(parents=True)
    assert near(course / "inbox/s001") == {
        "again": course / "problems/again",
        "twice": course / "problems/twice",
    }
    nearer = make_problem("course/inbox/problems/other")
    assert near(course / "inbox/s001") == {"other": nearer}


@pytest.mark.parametrize("inside", ["", "twice", "twice/wrong"])
def test_from_within_the_problems_folder(course: Path, inside: str) -> None:
    """An author may stand in the shelf, in a problem or in a folder of it."""
    (course / "problems/twice/wrong").mkdir()
    assert near(course / "problems" / inside) == {
        "again": course / "problems/again",
        "twice": course / "problems/twice",
    }


def test_a_shelf_by_another_name(make_problem: MakeProblem, tmp_path: Path) -> None:
    """Standing in a folder of problems is enough, and nothing installed joins them."""
    own = make_problem("exercises/own")
    make_problem("installed/twice")
    assert near(own.parent, tmp_path / "installed") == {"own": own}


def test_a_student_s_folders(course: Path, tmp_path: Path) -> None:
    """Public editions are found from above, from inside, and from one of them."""
    home = tmp_path / "home"
    twice = publish(course / "problems/twice", home / "twice")
    again = publish(course / "problems/again", home / "again")
    (home / "notes").mkdir()
    for start in (home, home / "twice", home / "notes"):
        assert near(start) == {"again": again, "twice": twice}


def test_a_student_s_folder_may_be_called_problems(
    course: Path, tmp_path: Path
) -> None:
    """Public editions in a folder "problems" are found from beside it."""
    home = tmp_path / "home"
    twice = publish(course / "problems/twice", home / "problems/twice")
    assert near(home) == {"twice": twice}


def test_a_renamed_folder_keeps_its_id(course: Path, tmp_path: Path) -> None:
    """A public edition says its id; the folder that is named so comes first."""
    home = tmp_path / "home"
    old = publish(course / "problems/twice", home / "a first try")
    assert near(home) == {"twice": old}
    assert load(old).id == "twice"
    new = publish(course / "problems/twice", home / "twice")
    assert near(home) == {"twice": new}
    assert near(old) == {"twice": old}


def test_a_student_with_one_folder_can_start_another(
    course: Path, tmp_path: Path
) -> None:
    """The installed editions join the student's own, which come first."""
    installed = tmp_path / "installed"
    publish(course / "problems/twice", installed / "twice")
    again = publish(course / "problems/again", installed / "again")
    own = publish(course / "problems/twice", tmp_path / "home/twice")
    assert near(own.parent, installed) == {"again": again, "twice": own}


def test_an_instructor_grades_with_the_full_edition(course: Path) -> None:
    """A started exercise beside the full problems does not take their place."""
    started = publish(course / "problems/twice", course / "twice")
    assert near(course)["twice"] == course / "problems/twice"
    assert near(started)["twice"] == started


def test_a_started_folder_joins_the_full_problems(
    course: Path, make_problem: MakeProblem
) -> None:
    """A public edition without a full one is a problem like the others."""
    other = publish(make_problem("elsewhere/other"), course / "other")
    assert near(course) == {
        "again": course / "problems/again",
        "other": other,
        "twice": course / "problems/twice",
    }


def test_nothing_is_found(tmp_path: Path) -> None:
    """The message says where it was looked and what to do."""
    with pytest.raises(UsageError) as raised:
        near(tmp_path)
    assert str(raised.value) == (
        f"no problems found: neither {tmp_path} nor a folder above it holds problems "
        'or a folder "problems". Name the folder that holds them with --problems DIR '
        "or GRADER_PROBLEMS"
    )


@pytest.mark.skipif(
    getattr(os, "geteuid", lambda: 1)() != 0, reason="only root gives files away"
)
def test_folders_of_other_people_are_not_listed(course: Path, tmp_path: Path) -> None:
    """The search for folders beside stops where the owner changes."""
    home = tmp_path / "homes/me"
    home.mkdir(parents=True)
    neighbour = publish(course / "problems/twice", tmp_path / "homes/twice")
    assert near(home) == {"twice": neighbour}
    os.chown(home, 12345, 12345)
    with pytest.raises(UsageError):
        near(home)


def test_nothing_is_taken_from_a_folder_like_tmp(
    course: Path, make_problem: MakeProblem, tmp_path: Path
) -> None:
    """What anybody could have put there is not run, unless one stands in it."""
    shared = tmp_path / "shared"
    make_problem("shared/problems/twice")
    publish(course / "problems/again", shared / "again")
    work = shared / "mine/work"
    work.mkdir(parents=True)
    assert near(work) == {
        "again": shared / "again",
        "twice": shared / "problems/twice",
    }
    shared.chmod(0o1777)
    with pytest.raises(UsageError):
        near(work)
    own = publish(course / "problems/again", shared / "mine/again")
    assert near(work) == {"again": own}
    assert near(shared) == {
        "again": shared / "again",
        "twice": shared / "problems/twice",
    }


def test_a_broken_problem_is_still_on_the_shelf(
    make_problem: MakeProblem, tmp_path: Path
) -> None:
    """Its faults are told when it is loaded, also those of a public edition."""
    make_problem("problems/broken", problem_toml="edition = public\n")
    library = locate(None, None, tmp_path)
    assert library.ids() == ("broken",)
    with pytest.raises(ProblemBroken, match=r"problem\.toml:1: not TOML"):
        library.find("broken")


@pytest.mark.parametrize("name", ["twice", " twice", "twice/", "Twice", "TWICE\\"])
def test_find_forgives_how_a_name_is_typed(course: Path, name: str) -> None:
    """Capitals and the slash that a shell completes do not matter."""
    assert locate(None, None, course).find(name).id == "twice"


def test_find_takes_hyphens(make_problem: MakeProblem, tmp_path: Path) -> None:
    """gradient-check is gradient_check."""
    make_problem("problems/gradient_check")
    assert locate(None, None, tmp_path).find("gradient-check").id == "gradient_check"


def test_find_says_what_was_meant(make_problem: MakeProblem, tmp_path: Path) -> None:
    """A slip of the finger is answered with the name, anything else with them all."""
    make_problem("problems/gradient_check")
    make_problem("problems/twice")
    library = locate(None, None, tmp_path)
    with pytest.raises(UsageError) as slip:
        library.find("gradient_chek")
    assert str(slip.value) == (
        "no problem 'gradient_chek': did you mean 'gradient_check'?"
    )
    with pytest.raises(UsageError) as other:
        library.find("zzz")
    assert str(other.value) == "no problem 'zzz': there are gradient_check, twice"


def test_load_all(course: Path) -> None:
    """All problems come in the order of their ids."""
    problems = locate(None, None, course).load_all()
    assert [problem.id for problem in problems] == ["again", "twice"]
    assert {problem.edition for problem in problems} == {Edition.FULL}


def test_load_all_tells_the_faults_of_all(make_problem: MakeProblem) -> None:
    """Two broken problems are reported in one error, and a good one does not hide."""
    one = make_problem("problems/one", hints_md=None)
    two = make_problem("problems/two", statement_md=None)
    good = make_problem("problems/good")
    library = Library({"one": one, "good": good, "two": two})
    with pytest.raises(ProblemBroken) as raised:
        library.load_all()
    assert raised.value.problem == "one, two"
    assert [Path(fault.file).name for fault in raised.value.faults] == [
        "hints.md",
        "statement.md",
    ]


def test_the_problems_of_this_repository_load() -> None:
    """Every folder in problems/ is fit to grade, with the headers of its variants."""
    from grader.problems import variants

    shelf = Path(__file__).parents[2] / "problems"
    folders = sorted(path.parent for path in shelf.glob("*/problem.toml"))
    for folder in folders:
        problem = load(folder)
        assert problem.id == folder.name
        assert variants(problem, "wrong") != ()
        assert variants(problem, "right") != ()
