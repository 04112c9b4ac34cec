"""new and template, and doctor: what an author and an administrator see of them."""

import re

import pytest


@pytest.fixture
def course(tmp_path, copy_problem):
    """Make a course of one problem."""
    copy_problem(tmp_path)
    return tmp_path


@pytest.fixture
def here(grader, course):
    """Return what runs a command in the course, which finds its problems itself."""

    def run(*arguments):
        return grader(*arguments, cwd=course, env={"GRADER_PROBLEMS": ""})

    return run


def test_new_makes_a_skeleton(here, course):
    """Every file is named, and the next command; a taken id is refused."""
    ran = here("new", "taylor_rates")
    *made, then = ran.out.splitlines()
    assert ran.code == 0
    assert then == "next  grader verify taylor_rates"
    files = [line.removeprefix("made ") for line in made]
    assert "problems/taylor_rates/problem.toml" in files
    assert all((course / file).is_file() for file in files)
    again = here("new", "taylor_rates")
    assert (again.code, again.out) == (2, "")
    assert again.err == (
        "grader: problems/taylor_rates exists: choose another id, or move it away\n"
    )


def test_a_template_in_step(here, course):
    """What was generated is in step with the problems, until one of them changes."""
    assert here("template").code == 0
    ran = here("template", "--check")
    assert (ran.code, ran.out) == (
        0,
        "student_template is in step with the problems\n",
    )
    (course / "problems" / "gradient_check" / "hints.md").write_text("## New\n\nx\n")
    (course / "student_template" / "notes.txt").write_text("mine\n")
    ran = here("template", "--check")
    assert (ran.code, ran.err) == (1, "")
    assert ran.out.splitlines() == [
        "gradient_check/hints.md:1: expected '## New', found '## Three lengths'",
        "notes.txt: extra",
        "next  grader template",
    ]
    assert here("template", "--check", "nowhere").code == 2


def test_doctor_says_what_works(here):
    """Each finding has a line; a broken problem is told but does not fail it."""
    ran = here("doctor")
    assert (ran.code, ran.err) == (0, "")
    for line in (
        r"✓ Python +3\.\d+\.\d+ on \w+",
        r"✓ isolation none +holds; a fresh process per test in \d+\.\d ms",
        r"✓ problems +1 found, 1 with hidden tests",
    ):
        assert re.search(line, ran.out), line
