"""Planning what is graded, and grading it."""

import shutil
from pathlib import Path

import pytest

from grader.course.grade import Choice, grade, plan
from grader.errors import ProblemBroken, UsageError
from grader.intake import collect
from grader.model import Status
from grader.problems import locate
from grader.run.pool import Pool
from grader.sandbox import Level, serve
from grader.sandbox.plain import NoServer

ROOT = Path(__file__).parents[2]
SETTINGS = """\
title = "Double"
unit = "u"
difficulty = "easy"
minutes = 1
hidden_tests = 2

[[categories]]
id = "{category}"
title = "Values"
points = 2
hint = "Think."
"""
HIDDEN = '''\
import pytest

from grader.testing import assert_equal


@pytest.mark.category("{category}")
@pytest.mark.parametrize("x", [2, 0])
def test_values(student, x):
    """A number is doubled."""
    assert_equal(student.{name}(x), 2 * x)
'''
EXAMPLES = HIDDEN.replace("test_values", "test_example")
STUB = '''\
"""Double."""


def {name}(x: int) -> int:
    """Return x twice."""
    raise NotImplementedError
'''


@pytest.fixture
def course(tmp_path):
    """Make two small problems, with a category each, and an inbox for both."""
    for name, category in (("double", "values"), ("twice", "sums")):
        folder = tmp_path / "problems" / name
        folder.mkdir(parents=True)
        texts = {
            "problem.toml": SETTINGS,
            "statement.md": "# {name}\n\nWrite `{name}(x)`.\n",
            "hints.md": "## Think\n\nOf two.\n",
            "stub.py": STUB,
            "test_examples.py": EXAMPLES,
            "test_hidden.py": HIDDEN,
        }
        for file, text in texts.items():
            made = text.replace("{name}", name).replace("{category}", category)
            (folder / file).write_text(made, "utf-8")
        for student, factor in (("ana", 2), ("ben", "x")):
            (tmp_path / "in" / student).mkdir(parents=True, exist_ok=True)
            (tmp_path / "in" / student / f"{name}.py").write_text(
                f"def {name}(x):\n    return {factor} * x\n", "utf-8"
            )
    (tmp_path / "in" / "chen").mkdir()
    return tmp_path


@pytest.fixture
def pool():
    """One job, without isolation."""
    with Pool(1, serve(Level.NONE)) as made:
        yield made


@pytest.fixture
def planned(course, pool):
    """Return what plans to grade the inbox."""

    def made(**choice):
        library = locate(course / "problems", None, course)
        found = collect([course / "in"], problem_ids=library.ids())
        return plan(
            found, library, Choice(isolation="none", seed=1, **choice), pool.server
        )

    return made


class Showing(NoServer):
    """A server that lets submissions see a folder."""

    def __init__(self, folder):
        self.folder = folder

    def shows(self, path):
        return path.resolve().is_relative_to(self.folder)


@pytest.mark.parametrize(
    ("folder", "said"),
    [
        ("problems", r"problems/double lies where every submission can read it"),
        ("in/ana", r"in/ana lies where every submission can read it"),
    ],
)
def test_what_submissions_could_read_is_refused(course, folder, said):
    """Neither hidden tests nor the work of others may lie among Python's own files."""
    library = locate(course / "problems", None, course)
    found = collect([course / "in"], problem_ids=library.ids())
    choice = Choice(isolation="full", seed=1)
    with pytest.raises(UsageError, match=said):
        plan(found, library, choice, Showing(course / folder))


def test_everything_is_graded_unless_chosen(planned):
    """Each student is expected to have each problem that anybody handed in."""
    handed_in = [(each.student, each.problem) for each in planned().submissions]
    assert handed_in == [
        (student, problem)
        for student in ("ana", "ben", "chen")
        for problem in ("double", "twice")
    ]


def test_results_in_the_inbox_are_no_student(course, planned):
    """A folder that an earlier run has written is not a student without a file."""
    (course / "in" / "results").mkdir()
    assert "results" in {each.student for each in planned().submissions}
    (course / "in" / "results" / "results.jsonl").touch()
    assert "results" not in {each.student for each in planned().submissions}


def test_a_category_leaves_other_problems_out(planned):
    """Submissions that the choice has nothing to do with are not looked at."""
    chosen = planned(categories=("sums",))
    assert {each.problem for each in chosen.submissions} == {"twice"}
    assert list(chosen.setups) == ["twice"]


@pytest.mark.parametrize(
    ("choice", "said"),
    [
        (
            {"categories": ("sum",)},
            "no category 'sum': did you mean 'sums'?",
        ),
        ({"categories": ("x",)}, "no category 'x': there are sums, values"),
        (
            {"categories": ("sums",), "tests": ("test_value[2]",)},
            "no test 'test_value[2]': did you mean 'test_values[2]'?",
        ),
    ],
)
def test_what_was_chosen_must_exist(planned, choice, said):
    """The message names what was meant, or all there is."""
    with pytest.raises(UsageError) as raised:
        planned(**choice)
    assert str(raised.value) == said


def test_all_broken_problems_are_told_at_once(course, planned):
    """Not one after the other, run by run."""
    for name in ("double", "twice"):
        (course / "problems" / name / "hints.md").unlink()
    with pytest.raises(ProblemBroken) as raised:
        planned()
    assert raised.value.problem == "double, twice"
    assert len(raised.value.faults) == 2


def test_tests_that_cannot_be_run_end_nothing(course, planned, pool):
    """The other problem is graded; the faults are raised when all is known."""
    shutil.copy(
        ROOT / "solutions/gradient_check.py", course / "in" / "ana" / "double.py"
    )
    hidden = course / "problems" / "double" / "test_hidden.py"
    hidden.write_text("import nosuchmodule\n", "utf-8")
    results = grade(planned(), pool)
    kept = [next(results) for _ in range(6)]
    with pytest.raises(ProblemBroken) as raised:
        next(results)
    assert raised.value.problem == "double"
    assert {(r.student, r.problem): (r.status, r.score) for r in kept} == {
        ("ana", "double"): (Status.NOT_GRADED, 0.0),
        ("ben", "double"): (Status.NOT_GRADED, 0.0),
        ("chen", "double"): (Status.MISSING, 0.0),
        ("ana", "twice"): (Status.GRADED, 2.0),
        ("ben", "twice"): (Status.GRADED, 2.0),
        ("chen", "twice"): (Status.MISSING, 0.0),
    }


def test_two_tests_of_one_name(course, planned, pool):
    """Results are kept by a test's name: an example must not take a hidden one's."""
    examples = course / "problems" / "double" / "test_examples.py"
    examples.write_text(
        examples.read_text("utf-8").replace("test_example", "test_values"), "utf-8"
    )
    results = grade(planned(categories=("values",)), pool)
    statuses = [next(results).status for _ in range(3)]
    assert sorted(statuses) == [Status.MISSING, Status.NOT_GRADED, Status.NOT_GRADED]
    with pytest.raises(ProblemBroken) as raised:
        next(results)
    assert [fault.message for fault in raised.value.faults] == [
        "two tests have the id test_values[2]: give one of them another name",
        "two tests have the id test_values[0]: give one of them another name",
    ]


def test_one_test_of_one_problem(planned, pool):
    """A parametrised test is chosen by its whole id."""
    chosen = planned(tests=("test_values[0]",), categories=("values",))
    results = {result.student: result for result in grade(chosen, pool)}
    assert {who: each.score for who, each in results.items()} == {
        "ana": 1.0,
        "ben": 1.0,
        "chen": 0.0,
    }
    assert [test.id for test in results["ana"].tests] == ["test_values[0]"]
