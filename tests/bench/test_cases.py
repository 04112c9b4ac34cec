"""The hidden tests as plain ones."""

import shutil
from pathlib import Path

import numpy as np

from bench.cases import Case, cases, write_plain_tests

_HIDDEN = Path(__file__).parents[2] / "problems" / "gradient_check" / "test_hidden.py"


def test_every_hidden_test_is_a_case() -> None:
    """There are as many cases as hidden tests."""
    assert len(cases(_HIDDEN)) == 12


def test_nothing_is_left_beside_the_hidden_tests(tmp_path: Path) -> None:
    """A problem's folder stays as it was: no bytecode in it."""
    copy = shutil.copy(_HIDDEN, tmp_path)
    cases(Path(copy))
    assert [path.name for path in tmp_path.iterdir()] == ["test_hidden.py"]


def test_a_case_has_the_arguments_and_the_right_values() -> None:
    """A case is the call of the test and what the test compares with."""
    case = next(c for c in cases(_HIDDEN) if c.test.endswith("lists_count_as_matrices"))
    assert case == Case(
        test="test_nested_lists_count_as_matrices",
        arguments=(
            [[0.1, 0.2, -0.3], [0.4, -0.5, 0.6]],
            [[0.1001, 0.2, -0.3], [0.4, -0.5, 0.6003]],
            1e-3,
        ),
        error=0.00016573108169022288,
        ok=True,
    )


def test_plain_tests_hold_the_exact_values(tmp_path: Path) -> None:
    """Arrays are written with their type and every digit."""
    arguments = (np.array([3, -4]), np.array([0.1, 1 / 3]), 0.1)
    case = Case(test="test_it", arguments=arguments, error=1e-7, ok=True)
    write_plain_tests((case,), tmp_path)
    assert (tmp_path / "test_plain.py").read_text() == (
        "import numpy as np\n\nfrom plain_check import check\n\n\n"
        "def test_it():\n"
        "    check((np.array([3, -4], dtype=np.int64), "
        "np.array([0.1, 0.3333333333333333], dtype=np.float64), 0.1,), 1e-07, True)\n"
    )
