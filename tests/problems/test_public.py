"""The public edition: what students get, and nothing that is hidden."""

import tomllib
from collections.abc import Callable
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.model import Limits
from grader.problems import Category, Edition, Problem, load, public_files
from grader.problems.schema import findings

MakeProblem = Callable[..., Path]

EXPECTED = """\
# Written by the grader: what may be public of the problem.
id = "twice"
edition = "public"
digest = "{digest}"
title = "Twice a number"
unit = "warm_up"
difficulty = "easy"
minutes = 5
hidden_tests = 2
needs = ["torch"]
seed_per_student = true

[limits]
wall_seconds = 2.5

[[categories]]
id = "values"
title = "Values"
points = 1

[[categories]]
id = "zero"
title = "Nothing at all"
points = 0.5
"""


def write(files: dict[str, bytes], folder: Path) -> Path:
    """Write files into a new folder."""
    folder.mkdir(parents=True)
    for name, content in files.items():
        (folder / name).write_bytes(content)
    return folder


def special(make_problem: MakeProblem, text: str) -> Path:
    """Return a full problem that uses every optional setting and file."""
    extra = 'needs = ["torch"]\nseed_per_student = true\n'
    limits = "\n[limits]\nwall_seconds = 2.5\ncpu_seconds = 5\n"
    return make_problem(
        problem_toml=extra + text + limits,
        statement_md="One.\r\nTwo.\r\n",
        support_py="x = 1\n",
    )


def test_the_files(make_problem: MakeProblem, settings: str) -> None:
    """All that a student needs is there with plain line feeds, hidden tests are not."""
    folder = special(make_problem, settings)
    (folder / "wrong").mkdir()
    problem = load(folder)
    files = public_files(problem)
    assert list(files) == [
        "problem.toml",
        "statement.md",
        "stub.py",
        "test_examples.py",
        "hints.md",
        "support.py",
    ]
    assert files["problem.toml"].decode() == EXPECTED.format(digest=problem.digest)
    assert files["statement.md"] == b"One.\nTwo.\n"
    assert files["support.py"] == b"x = 1\n"


def test_it_loads_as_a_public_edition(
    make_problem: MakeProblem, settings: str, tmp_path: Path
) -> None:
    """It is the same problem, by the same digest, without hints for the rubric."""
    full = load(special(make_problem, settings))
    public = load(write(public_files(full), tmp_path / "any name"))
    assert public.id == "twice"
    assert public.edition is Edition.PUBLIC
    assert public.hidden is None
    assert public.digest == full.digest
    assert public.limits == full.limits == Limits(wall_seconds=2.5)
    assert public.needs == ("torch",)
    assert public.seed_per_student is True
    assert public.functions == full.functions
    assert public.rungs() == full.rungs()
    assert public.categories == (
        Category(id="values", title="Values", points=1.0, hint=""),
        Category(id="zero", title="Nothing at all", points=0.5, hint=""),
    )


def test_an_edition_of_an_edition_is_the_same(
    make_problem: MakeProblem, settings: str, tmp_path: Path
) -> None:
    """A public edition gives itself, byte for byte: students can start from it."""
    files = public_files(load(special(make_problem, settings)))
    assert public_files(load(write(files, tmp_path / "public"))) == files


def test_hidden_tests_in_a_student_s_folder_are_not_ours(
    make_problem: MakeProblem, tmp_path: Path
) -> None:
    """A file of that name in a public edition is the student's own matter."""
    folder = write(public_files(load(make_problem())), tmp_path / "public")
    (folder / "test_hidden.py").write_text("x = 1\n")
    assert load(folder).hidden is None
    assert "test_hidden.py" not in public_files(load(folder))


PRINTABLE = st.text(st.characters(exclude_categories=["Cs", "Cc"])).map("a{}".format)


@settings(deadline=None)
@given(
    title=PRINTABLE,
    category=PRINTABLE,
    points=st.floats(1e-3, 1e4),
    wall=st.floats(1e-6, 86400),
    bytes_=st.integers(1, 1 << 40),
)
def test_odd_words_and_numbers_survive(
    title: str, category: str, points: float, wall: float, bytes_: int
) -> None:
    """Whatever an author may write comes back from the public problem.toml."""
    problem = Problem(
        id="twice",
        folder=Path("/nowhere"),
        title=title,
        unit="u",
        difficulty="hard",
        minutes=1,
        categories=(Category(id="a", title=category, points=points, hint="secret"),),
        limits=Limits(wall_seconds=wall, file_bytes=bytes_),
        needs=(),
        functions=(),
        edition=Edition.FULL,
        hidden_tests=1,
        digest=f"sha256:{'0' * 64}",
        seed_per_student=False,
    )
    document = tomllib.loads(public_files(problem)["problem.toml"].decode())
    assert findings(document) == []
    assert document["title"] == title
    assert document["categories"] == [{"id": "a", "title": category, "points": points}]
    limits = {"wall_seconds": wall, "file_bytes": bytes_}
    defaults = {"wall_seconds": 5.0, "file_bytes": 16 << 20}
    assert {**defaults, **document.get("limits", {})} == limits
