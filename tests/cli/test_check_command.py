"""check: a student's files against the public examples."""

import json

import pytest

WRONG = "def gradient_check(a, b, tol=1e-6):\n    return 0.25, True\n"


@pytest.fixture(scope="module")
def folder(grader, tmp_path_factory):
    """Start gradient_check in a fresh folder."""
    here = tmp_path_factory.mktemp("work")
    grader("start", "gradient_check", cwd=here)
    return here / "gradient_check"


@pytest.fixture
def work(tmp_path, right):
    """Make a right file, a wrong one, and one of another name."""
    for name, source in (("ana", right), ("ben", WRONG)):
        (tmp_path / name).mkdir()
        (tmp_path / name / "gradient_check.py").write_text(source, "utf-8")
    (tmp_path / "mine.py").write_text(right, "utf-8")
    return tmp_path


def outcomes(ran):
    """Return the outcomes of a --json document's tests, for each file."""
    results = json.loads(ran.out)["results"]
    return [[test["outcome"] for test in result["tests"]] for result in results]


def test_the_fresh_stub_fails(grader, folder):
    """Without arguments the file in the folder is checked; nothing else is needed."""
    ran = grader("check", cwd=folder, env={"GRADER_PROBLEMS": ""})
    lines = ran.out.splitlines()
    assert (ran.code, ran.err) == (1, "")
    assert lines[0] == (
        "Gradient check for a backward pass  gradient_check · gradient_check.py"
    )
    assert "  │ got       NotImplementedError" in lines
    assert "0 of 3 example tests passed, 3 failed · 12 hidden tests run when you" in (
        ran.out
    )
    assert lines[-1] == "next  grader hint gradient_check  ·  grader check --watch"


def test_a_right_file_passes(grader, work):
    """An id stands for its file here; what comes next is to hand it in."""
    ran = grader("check", "gradient-check", cwd=work / "ana")
    assert (ran.code, ran.err) == (0, "")
    assert "3 of 3 example tests passed · 12 hidden tests run when you" in ran.out
    assert ran.out.endswith("next  grader submit --out gradient_check.zip\n")


def test_json_is_a_document_and_nothing_else(grader, work, validate):
    """Several paths: a file, a folder and a file of any name, each on its own."""
    ran = grader("check", "ana/gradient_check.py", "ben", "--json", cwd=work)
    assert (ran.code, ran.err) == (1, "")
    validate(json.loads(ran.out))
    assert outcomes(ran) == [["passed"] * 3, ["failed"] * 3]
    assert [each["submission"] for each in json.loads(ran.out)["results"]] == [
        "ana/gradient_check.py",
        "ben/gradient_check.py",
    ]


def test_a_file_of_any_name_with_its_problem(grader, work):
    """--problem says what a file is for."""
    ran = grader("check", "mine.py", "--problem", "gradient_check", "--json", cwd=work)
    assert (ran.code, outcomes(ran)) == (0, [["passed"] * 3])
    ran = grader("check", "mine.py", cwd=work)
    assert ran.code == 2
    assert ran.err == (
        "grader: mine.py is named after no problem: say which with --problem, "
        "one of gradient_check\n"
    )


def test_only_the_first_failures_are_shown_in_full(grader, tmp_path, copy_problem):
    """With more than three failures the others wait for --all."""
    problem = copy_problem(tmp_path)
    more = "".join(
        f"\n\ndef test_more_{n}(student):\n"
        f'    """One more, number {n}."""\n'
        f"    _assert_pair(student.gradient_check([1.0], [{n}.5]), 0.0, True)\n"
        for n in range(3)
    )
    with (problem / "test_examples.py").open("a", encoding="utf-8") as examples:
        examples.write(more)
    (tmp_path / "gradient_check.py").write_text(WRONG, "utf-8")
    problems = ("--problems", tmp_path / "problems")
    few = grader("check", *problems, cwd=tmp_path)
    full = grader("check", "--all", *problems, cwd=tmp_path)
    assert [few.out.count("│ input"), full.out.count("│ input")] == [3, 6]
    assert ("  +3 more in full: --all" in few.out, "--all" in full.out) == (True, False)


def test_nothing_to_check(grader, tmp_path):
    """An empty folder, a file that is not there: what to do instead is said."""
    ran = grader("check", cwd=tmp_path)
    assert (ran.code, ran.out) == (2, "")
    assert ran.err == (
        "grader: no problem's file in this folder. "
        "To begin with a problem: grader start ID\n"
    )
    ran = grader("check", "gradient_check.py", cwd=tmp_path)
    assert (ran.code, ran.err) == (2, "grader: gradient_check.py: no such file\n")
