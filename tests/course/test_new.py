"""The skeleton of a problem."""

import ast
import tomllib
from pathlib import Path

import numpy as np
import pytest

from grader.course.new import new
from grader.errors import UsageError
from grader.problems import Function, load, locate, variants


def test_the_files(tmp_path: Path) -> None:
    """A skeleton has every file of a problem, and a solution beside the problems."""
    written = new("first_steps", tmp_path / "problems")
    assert [path.relative_to(tmp_path).as_posix() for path in written] == [
        "problems/first_steps/problem.toml",
        "problems/first_steps/statement.md",
        "problems/first_steps/stub.py",
        "problems/first_steps/test_examples.py",
        "problems/first_steps/test_hidden.py",
        "problems/first_steps/hints.md",
        "problems/first_steps/wrong/sum_for_mean.py",
        "problems/first_steps/right/running_sum.py",
        "solutions/first_steps.py",
        "solutions/first_steps.md",
    ]
    assert all(path.is_file() for path in written)
    for path in written:
        text = path.read_text()
        assert "$" not in text
        assert max(map(len, text.splitlines())) <= 88


def test_it_loads(tmp_path: Path) -> None:
    """A skeleton is a well-formed problem from the first moment."""
    new("first_steps", tmp_path / "problems")
    problem = locate(None, None, tmp_path).find("first_steps")
    assert problem.title == "First steps"
    assert problem.functions == (
        Function(
            name="first_steps",
            parameters=("f", "points"),
            signature="first_steps(f, points)",
            line=8,
        ),
    )
    assert [rung.title for rung in problem.rungs()] == [
        "One value at a time",
        "Keep the values",
        "Almost the code",
    ]
    assert problem.solution == tmp_path / "solutions/first_steps.py"
    assert problem.solution.is_file()
    assert [variant.loses for variant in variants(problem, "wrong")] == [("values",)]
    assert [variant.style for variant in variants(problem, "right")] == [
        "a loop that fills an array, and a running sum"
    ]


def categories_of(source: str) -> list[str]:
    """Return the category of each hidden test, once for each of its parameters."""
    found = []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_"):
            marks = {
                mark.func.attr: mark.args
                for mark in node.decorator_list
                if isinstance(mark, ast.Call) and isinstance(mark.func, ast.Attribute)
            }
            (category,) = marks["category"]
            inputs = marks.get("parametrize")
            count = len(inputs[1].elts) if inputs else 1
            found += [ast.literal_eval(category)] * count
    return found


def test_every_category_has_a_test(tmp_path: Path) -> None:
    """The rubric and the hidden tests agree, and their number is right."""
    new("first_steps", tmp_path / "problems")
    problem = load(tmp_path / "problems/first_steps")
    assert problem.hidden is not None
    found = categories_of(problem.hidden.read_text())
    assert sorted(set(found)) == sorted(item.id for item in problem.categories)
    assert len(found) == problem.hidden_tests == 8


def run(path: Path) -> dict[str, object]:
    """Execute a file and return what it defines."""
    names: dict[str, object] = {}
    exec(compile(path.read_text(), path.name, "exec"), names)
    return names


def test_its_solutions_do_what_they_say(tmp_path: Path) -> None:
    """The right one is right, the wrong one wrong, the reference not yet written."""
    new("first_steps", tmp_path / "problems")
    folder = tmp_path / "problems/first_steps"
    right = run(folder / "right/running_sum.py")["first_steps"]
    wrong = run(folder / "wrong/sum_for_mean.py")["first_steps"]
    assert callable(right)
    assert callable(wrong)
    values, mean = right(lambda x: x * x, [1.0, 2.0, 3.0])
    np.testing.assert_array_equal(values, [1.0, 4.0, 9.0], strict=True)
    assert mean == 14.0 / 3.0
    assert wrong(lambda x: x * x, [1.0, 2.0, 3.0])[1] == 14.0
    for function in (right, wrong):
        with pytest.raises(ValueError, match="no"):
            function(abs, [])
    reference = run(tmp_path / "solutions/first_steps.py")["first_steps"]
    assert callable(reference)
    with pytest.raises(NotImplementedError, match="write the reference solution"):
        reference(abs, [1.0])


def test_comments_show_settings_that_are_valid(tmp_path: Path) -> None:
    """What an author may uncomment in problem.toml loads as it stands."""
    new("first_steps", tmp_path / "problems")
    settings = tmp_path / "problems/first_steps/problem.toml"
    lines = settings.read_text().splitlines()
    shown = [
        line.removeprefix("# ")
        if " = " in line or line.startswith("# [limits]")
        else line
        for line in lines
    ]
    settings.write_text("\n".join(shown))
    assert tomllib.loads(settings.read_text())["limits"] == {"wall_seconds": 5.0}
    problem = load(settings.parent)
    assert problem.needs == ("torch",)
    assert problem.seed_per_student is True


@pytest.mark.parametrize("name", ["", "First", "a-b", "../a", "class", "numpy", "stub"])
def test_bad_ids_make_nothing(tmp_path: Path, name: str) -> None:
    """An id that cannot be one is refused before anything is written."""
    with pytest.raises(UsageError, match=r"^'"):
        new(name, tmp_path / "problems")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("taken", ["problems/again", "solutions/again.py"])
def test_an_id_that_is_taken(tmp_path: Path, taken: str) -> None:
    """A problem or a solution that exists is not written over."""
    path = tmp_path / taken
    path.parent.mkdir(parents=True)
    path.write_text("mine")
    with pytest.raises(UsageError) as raised:
        new("again", tmp_path / "problems")
    assert str(raised.value) == (f"{path} exists: choose another id, or move it away")
    assert path.read_text() == "mine"
    assert [item for item in tmp_path.rglob("*") if item.is_file()] == [path]
