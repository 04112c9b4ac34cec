"""The bench as a whole, as small as can be."""

import pytest

from bench.run import main


def test_all_variants_agree_on_a_small_class(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Every variant gives each of a few hand-ins the same marks."""
    sizes = ("--submissions", "12", "--slow", "4", "--rounds", "1", "--jobs", "2")
    assert main([*sizes, "--growth", "3"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("grader: 12 hand-ins, ")
    assert lines[-2] == "All variants gave every hand-in the same marks."
