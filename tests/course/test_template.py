"""What students are given: up to date, the same every time, and nothing hidden."""

import re
from pathlib import Path

import pytest

from grader.course.template import Difference, DifferenceKind, check, write
from grader.errors import ProblemBroken, UsageError
from grader.problems import Edition, Library, load, locate

HIDDEN = '''\
import pytest

SECRET = 0.10451476072493426


@pytest.mark.category("a")
def test_the_secret_way(student):
    """A sentence that would give it away."""
    assert student.twice(271828.5) == 543657.0
    assert student.twice(1234567) == 2469134
'''
WRONG = "# loses: a\n# message: A message to few.\ndef twice(x): return 31415926\n"


def make_problem(root: Path, name: str, title: str = "Twice") -> Path:
    """Write a full problem with hidden tests, a known-wrong and a right solution."""
    folder = root / "problems" / name
    for inner in ("wrong", "right"):
        (folder / inner).mkdir(parents=True)
    (root / "solutions").mkdir(exist_ok=True)
    files = {
        "problem.toml": (
            f"title = '{title}'\nunit = 'u'\ndifficulty = 'easy'\nminutes = 5\n"
            "hidden_tests = 2\nneeds = ['torch']\n[[categories]]\n"
            "id = 'a'\ntitle = 'A'\npoints = 1.5\nhint = 'A hint for the rubric.'\n"
        ),
        "statement.md": "Return twice `x`; twice 100000.5 is 200001.0.\n",
        "stub.py": "def twice(x):\n    raise NotImplementedError\n",
        "test_examples.py": "def test_one(student):\n    assert student.twice(1)\n",
        "test_hidden.py": HIDDEN,
        "hints.md": "## Think\n\nTwice.\n",
        "wrong/w.py": WRONG,
        "right/r.py": "# style: as a sum of 31415926 parts\n",
        f"../../solutions/{name}.py": "def twice(x):\n    return 16180339 * x\n",
    }
    for path, text in files.items():
        (folder / path).write_text(text)
    return folder


@pytest.fixture
def library(tmp_path: Path) -> Library:
    """Return a library of two full problems."""
    make_problem(tmp_path, "twice", title="Twice | or more")
    make_problem(tmp_path, "again")
    return locate(tmp_path / "problems", None, tmp_path)


def tree(directory: Path) -> dict[str, bytes]:
    """Return every file below a folder with its content."""
    return {
        path.relative_to(directory).as_posix(): path.read_bytes()
        for path in directory.rglob("*")
        if path.is_file()
    }


def test_the_files(library: Library, tmp_path: Path) -> None:
    """There is one public edition a problem, with the student's file, and a README."""
    target = tmp_path / "template"
    written = write(library, target)
    names = ["problem.toml", "statement.md", "stub.py", "test_examples.py", "hints.md"]
    expected = ["README.md"]
    for problem_id in ("again", "twice"):
        expected += [f"{problem_id}/{name}" for name in [*names, f"{problem_id}.py"]]
    assert [path.relative_to(target).as_posix() for path in written] == expected
    assert sorted(tree(target)) == sorted(expected)
    files = tree(target)
    assert files["twice/twice.py"] == files["twice/stub.py"]
    for problem_id in ("again", "twice"):
        public = load(target / problem_id)
        assert public.edition is Edition.PUBLIC
        assert public.digest == library.find(problem_id).digest


def test_the_readme_lists_the_exercises(library: Library, tmp_path: Path) -> None:
    """Each has a row, a bar in a title does not break the table, commands name one."""
    write(library, tmp_path / "template")
    readme = (tmp_path / "template/README.md").read_text()
    assert readme.splitlines()[-3:] == [
        "| --- | --- | --- | ---: | ---: | ---: |",
        "| `again` | Twice (needs torch) | easy | 5 | 1.5 | 2 |",
        r"| `twice` | Twice \| or more (needs torch) | easy | 5 | 1.5 | 2 |",
    ]
    assert "cd again\n" in readme
    assert "grader submit --out again.zip\n" in readme
    assert "{" not in readme


def test_it_is_the_same_every_time(library: Library, tmp_path: Path) -> None:
    """Two templates have the same bytes, also if one is made from the other."""
    write(library, tmp_path / "one")
    write(library, tmp_path / "two")
    assert tree(tmp_path / "one") == tree(tmp_path / "two")
    write(locate(tmp_path / "one", None, tmp_path), tmp_path / "three")
    assert tree(tmp_path / "three") == tree(tmp_path / "one")


def secrets(folder: Path) -> set[str]:
    """Return the words of a problem that only its author may see."""
    hidden = (folder / "test_hidden.py").read_text()
    open_text = "".join(
        (folder / name).read_text()
        for name in ("statement.md", "test_examples.py", "stub.py", "hints.md")
    )
    names = re.findall(r"def (test_\w+)", hidden)
    numbers = [
        number
        for number in re.findall(r"\d[\d_]*\.?\d*(?:e-?\d+)?", hidden)
        if len(re.sub(r"\D", "", number)) >= 6
    ]
    sentences = re.findall(r'    """(.+)"""', hidden)
    found = {word for word in [*names, *numbers, *sentences] if word not in open_text}
    hints = {category.hint for category in load(folder).categories}
    return found | hints


def test_nothing_hidden_is_in_it(library: Library, tmp_path: Path) -> None:
    """No name, sentence or long number of a hidden test, no hint, no solution."""
    write(library, tmp_path / "template")
    text = b"".join(tree(tmp_path / "template").values()).decode()
    for folder in library.folders.values():
        words = secrets(folder)
        assert {
            "test_the_secret_way",
            "0.10451476072493426",
            "271828.5",
            "543657.0",
            "1234567",
            "2469134",
            "A sentence that would give it away.",
            "A hint for the rubric.",
        } == words
        assert [word for word in words if word in text] == []
    assert [
        word for word in ("31415926", "16180339", "few", "hidden.py") if word in text
    ] == []


def test_nothing_hidden_of_this_repository_s_problems_is_in_it(tmp_path: Path) -> None:
    """The problems of the repository keep their secrets as well."""
    shelf = Path(__file__).parents[2] / "problems"
    if not list(shelf.glob("*/problem.toml")):
        pytest.skip("no problems in this checkout")
    library = locate(shelf, None, shelf)
    write(library, tmp_path)
    for folder in library.folders.values():
        files = tree(tmp_path / folder.name)
        text = b"".join(files.values()).decode()
        assert [word for word in secrets(folder) if word in text] == []
        assert "test_hidden.py" not in files


def test_a_fresh_template_has_no_differences(library: Library, tmp_path: Path) -> None:
    """Line ends, caches and files with a dot in front do not count."""
    target = tmp_path / "template"
    write(library, target)
    (target / ".venv/lib").mkdir(parents=True)
    (target / ".venv/lib/x.py").write_text("x")
    (target / "twice/__pycache__").mkdir()
    (target / "twice/__pycache__/twice.pyc").write_bytes(b"x")
    readme = target / "README.md"
    readme.write_bytes(readme.read_bytes().replace(b"\n", b"\r\n"))
    assert check(library, target) == []


def test_differences_are_told_file_by_file(library: Library, tmp_path: Path) -> None:
    """A file is missing, or too much, or differs from a line on."""
    target = tmp_path / "template"
    write(library, target)
    (target / "again/hints.md").unlink()
    (target / "twice/test_hidden.py").write_text("x = 1\n")
    (target / "twice/hints.md").write_text("## Think\n\nThrice.\nMore.\n")
    (target / "twice/stub.py").write_bytes(b"def twice(x):")
    differences = check(library, target)
    assert differences == [
        Difference(path="again/hints.md", kind=DifferenceKind.MISSING),
        Difference(
            path="twice/hints.md",
            kind=DifferenceKind.DIFFERS,
            line=3,
            expected="Twice.",
            actual="Thrice.",
        ),
        Difference(
            path="twice/stub.py",
            kind=DifferenceKind.DIFFERS,
            line=2,
            expected="    raise NotImplementedError",
            actual=None,
        ),
        Difference(path="twice/test_hidden.py", kind=DifferenceKind.EXTRA),
    ]
    assert [str(difference) for difference in differences] == [
        "again/hints.md: missing",
        "twice/hints.md:3: expected 'Twice.', found 'Thrice.'",
        "twice/stub.py:2: expected '    raise NotImplementedError', "
        "found the end of the file",
        "twice/test_hidden.py: extra",
    ]


def test_the_smallest_differences_count(library: Library, tmp_path: Path) -> None:
    """A final line feed and bytes that are no text are differences too."""
    target = tmp_path / "template"
    write(library, target)
    hints = target / "twice/hints.md"
    hints.write_bytes(hints.read_bytes() + b"\n")
    (target / "twice/stub.py").write_bytes(b"\xff\xfe")
    assert [(item.path, item.line, item.actual) for item in check(library, target)] == [
        ("twice/hints.md", 5, ""),
        ("twice/stub.py", 1, "\ufffd\ufffd"),
    ]


def test_no_template_at_all(library: Library, tmp_path: Path) -> None:
    """Without the folder every file is missing."""
    differences = check(library, tmp_path / "absent")
    assert len(differences) == 13
    assert {item.kind for item in differences} == {DifferenceKind.MISSING}


def test_a_change_of_the_problem_shows(library: Library, tmp_path: Path) -> None:
    """A changed hidden test changes the digest, and so the template."""
    target = tmp_path / "template"
    write(library, target)
    with (library.folders["twice"] / "test_hidden.py").open("a") as file:
        file.write("# more\n")
    assert [(item.path, item.line) for item in check(library, target)] == [
        ("twice/problem.toml", 4)
    ]
    write(library, target)
    assert check(library, target) == []


def test_what_else_is_there_stays(library: Library, tmp_path: Path) -> None:
    """Writing removes nothing: the check tells what is too much."""
    (tmp_path / "template/old").mkdir(parents=True)
    (tmp_path / "template/old/notes.md").write_text("mine")
    write(library, tmp_path / "template")
    assert [item.path for item in check(library, tmp_path / "template")] == [
        "old/notes.md"
    ]


def test_a_student_s_work_is_not_overwritten(library: Library, tmp_path: Path) -> None:
    """A file that is no longer its stub stops the writing, before anything changes."""
    target = tmp_path / "template"
    write(library, target)
    (target / "twice/twice.py").write_text("my work")
    (target / "again/hints.md").write_text("old")
    before = tree(target)
    with pytest.raises(UsageError) as raised:
        write(library, target)
    assert str(raised.value) == (
        f"somebody has worked in {target}: twice/twice.py is no longer its stub. Move "
        "it away first"
    )
    assert tree(target) == before


def test_a_new_stub_replaces_the_old_one(library: Library, tmp_path: Path) -> None:
    """An untouched student's file follows when the author changes the stub."""
    target = tmp_path / "template"
    write(library, target)
    stub = library.folders["twice"] / "stub.py"
    stub.write_text("def twice(number): ...\n")
    write(library, target)
    assert (target / "twice/twice.py").read_text() == "def twice(number): ...\n"
    assert check(library, target) == []


def test_broken_problems_make_no_template(library: Library, tmp_path: Path) -> None:
    """Nothing is written if one problem is broken, or if there is none."""
    (library.folders["twice"] / "hints.md").unlink()
    with pytest.raises(ProblemBroken):
        write(library, tmp_path / "template")
    with pytest.raises(UsageError, match="there is no problem to make a template of"):
        write(Library({}), tmp_path / "template")
    assert not (tmp_path / "template").exists()
