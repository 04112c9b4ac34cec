"""One name for everything that affects marks."""

from collections.abc import Callable
from pathlib import Path

import pytest

from grader.problems import load
from grader.problems.digest import MARKING_FILES, digest_of

MakeProblem = Callable[..., Path]


def test_the_digest_is_that_of_its_files(tmp_path: Path) -> None:
    """The digest is SHA-256 over names, lengths and contents, as computed by hand."""
    (tmp_path / "stub.py").write_bytes(b"ab\r\n")
    (tmp_path / "support.py").write_bytes(b"c")
    # sha256sum of: stub.py NUL 3 NUL ab LF support.py NUL 1 NUL c
    assert digest_of(tmp_path) == (
        "sha256:1686c104ad9b78b8972a16bdd9fad1bd1b3ce19b58fa3abd699e2c04c55d83f3"
    )


@pytest.mark.parametrize("name", MARKING_FILES)
def test_each_marking_file_counts(make_problem: MakeProblem, name: str) -> None:
    """Any change of a file that affects marks changes the digest."""
    folder = make_problem(support_py="x = 1\n")
    before = load(folder).digest
    with (folder / name).open("a") as file:
        file.write("# more\n")
    assert load(folder).digest != before


def test_words_for_people_do_not_count(make_problem: MakeProblem) -> None:
    """A better statement or hint leaves the marks, and so the digest, as they are."""
    folder = make_problem()
    before = load(folder).digest
    (folder / "statement.md").write_text("Return two times `x`.\n")
    (folder / "hints.md").write_text("## Think\n\nHarder.\n")
    assert load(folder).digest == before


def test_line_ends_do_not_count(make_problem: MakeProblem, settings: str) -> None:
    """A checkout on Windows has the digest of every other checkout."""
    unix = load(make_problem())
    windows = load(make_problem("w/twice", problem_toml=settings.replace("\n", "\r\n")))
    assert windows.digest == unix.digest


def test_the_border_between_files_counts(tmp_path: Path) -> None:
    """Moving text from one file to the next is a change."""
    (tmp_path / "stub.py").write_text("ab")
    (tmp_path / "support.py").write_text("c")
    before = digest_of(tmp_path)
    (tmp_path / "stub.py").write_text("a")
    (tmp_path / "support.py").write_text("bc")
    assert digest_of(tmp_path) != before
