"""What a problem may be called."""

import pytest

from grader.problems import id_fault


@pytest.mark.parametrize("name", ["a", "gradient_check", "relu2", "match", "torch_op"])
def test_good_ids(name: str) -> None:
    """Lower-case names are ids, words that Python reserves only in places too."""
    assert id_fault(name) is None


@pytest.mark.parametrize(
    "name", ["", "_a", "2d", "A", "a-b", "a b", "é", "a\n", "a.b", "../a", "a/b"]
)
def test_names_that_are_no_id(name: str) -> None:
    """An id is plain ASCII and never a path."""
    assert id_fault(name) == (
        f"{name!r} is no id of a problem: use lower-case letters, digits and "
        "underscores, a letter first"
    )


@pytest.mark.parametrize("name", ["class", "support", "units", "numpy", "json"])
def test_names_that_are_taken(name: str) -> None:
    """Python, the problem's own files, and modules that students import come first."""
    fault = id_fault(name)
    assert fault is not None
    assert fault.startswith(repr(name))
