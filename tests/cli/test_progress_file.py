"""What a student has seen, in a file that may be anything."""

import json

import pytest

from grader.cli.progress_file import ProgressFile


@pytest.mark.parametrize(
    "content",
    [
        "",
        "{",
        "[]",
        '{"hints": 3}',
        '{"hints": {"gradient_check": "two"}}',
        '{"hints": {"gradient_check": -7}}',
        '{"hints": {"gradient_check": true}}',
        '{"hints": {"gradient_check": NaN}}',
        "\udcff",
    ],
)
def test_what_is_no_number_of_rungs_is_none(tmp_path, content):
    """A broken file counts as no progress, and is mended by the next rung."""
    path = tmp_path / "progress.json"
    path.write_text(content, "utf-8", errors="surrogateescape")
    progress = ProgressFile(path)
    assert progress.hints("gradient_check") == 0
    progress.save_hints("gradient_check", 2)
    assert progress.hints("gradient_check") == 2


def test_what_else_is_in_the_file_is_kept(tmp_path):
    """Other problems' rungs and later versions' keys stay."""
    path = tmp_path / "progress.json"
    path.write_text('{"hints": {"dropout": 2}, "later": [1]}', "utf-8")
    ProgressFile(path).save_hints("gradient_check", 1)
    assert json.loads(path.read_text("utf-8")) == {
        "hints": {"dropout": 2, "gradient_check": 1},
        "later": [1],
    }
    assert [*tmp_path.iterdir()] == [path]
