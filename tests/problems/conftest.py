"""Small problem folders to read, break and find."""

from collections.abc import Callable
from pathlib import Path

import pytest

SETTINGS = """\
title = "Twice a number"
unit = "warm_up"
difficulty = "easy"
minutes = 5
hidden_tests = 2

[[categories]]
id = "values"
title = "Values"
points = 1
hint = "Add the number to itself."

[[categories]]
id = "zero"
title = "Nothing at all"
points = 0.5
hint = "What is twice nothing?"
"""

FILES = {
    "problem.toml": SETTINGS,
    "statement.md": "Return twice `x`.\n",
    "stub.py": (
        "def twice(x: float) -> float:\n"
        '    """Return twice x."""\n'
        "    raise NotImplementedError\n"
    ),
    "test_examples.py": "def test_two(student):\n    assert student.twice(1) == 2\n",
    "test_hidden.py": "def test_four(student):\n    assert student.twice(2) == 4\n",
    "hints.md": "## Think\n\nTwice is plus.\n\n## Write\n\n`x + x`\n",
}

MakeProblem = Callable[..., Path]


@pytest.fixture
def make_problem(tmp_path: Path) -> MakeProblem:
    """Return a function that writes a good problem folder, some files replaced.

    A file whose replacement is None is left out; bytes are written as they are.
    """

    def make(where: str = "problems/twice", **replaced: str | bytes | None) -> Path:
        folder = tmp_path / where
        folder.mkdir(parents=True)
        names = {name.replace(".", "_"): name for name in FILES}
        files: dict[str, str | bytes | None] = dict(FILES)
        for key, content in replaced.items():
            files[names.get(key, key.replace("_py", ".py"))] = content
        for name, content in files.items():
            if content is not None:
                data = content.encode() if isinstance(content, str) else content
                (folder / name).write_bytes(data)
        return folder

    return make


@pytest.fixture
def settings() -> str:
    """Return the problem.toml of a good problem folder."""
    return SETTINGS
