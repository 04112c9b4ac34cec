"""What a stub asks for, read without running it."""

import pytest

from grader.problems.signatures import Function, parse_functions


@pytest.mark.parametrize(
    ("source", "parameters", "signature"),
    [
        ("def f(): ...", (), "f()"),
        (
            "def f(analytic: list[float], numeric, tol: float = 1e-6) -> float: ...",
            ("analytic", "numeric", "tol"),
            "f(analytic, numeric, tol=1e-6)",
        ),
        (
            "def f(a, /, b, *rest, c, d='x, y=z', **more): ...",
            ("a", "b", "rest", "c", "d", "more"),
            "f(a, /, b, *rest, c, d='x, y=z', **more)",
        ),
        ("def f(a=1, /): ...", ("a",), "f(a=1, /)"),
        ("def f(a, *, b=None): ...", ("a", "b"), "f(a, *, b=None)"),
        ("def f(a=(1,\n  2)): ...", ("a",), "f(a=(1, 2))"),
        ("class F:\n  def __init__(self, data, _of=()): ...", None, "F(data, _of=())"),
        ("class F:\n  def __init__(self, /, data): ...", ("data",), "F(data)"),
        ("class F:\n  x = 1", (), "F()"),
    ],
)
def test_signatures(
    source: str, parameters: tuple[str, ...] | None, signature: str
) -> None:
    """Names and defaults are as written, annotations and self are left out."""
    (function,) = parse_functions(source)
    assert function.signature == signature
    if parameters is not None:
        assert function.parameters == parameters


def test_only_public_names_at_the_top_level_count() -> None:
    """Helpers, methods, nested functions and constants are not asked for."""
    source = "X = 1\ndef _h(): ...\n@deco\ndef f(x):\n  def g(): ...\nclass V: ...\n"
    assert parse_functions(source) == (
        Function(name="f", parameters=("x",), signature="f(x)", line=4),
        Function(name="V", parameters=(), signature="V()", line=6),
    )
