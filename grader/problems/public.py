"""What a student is given of a problem: its folder with nothing hidden in it."""

from collections.abc import Iterator
from dataclasses import fields

from grader.model import Limits
from grader.problems.problem import Category, Edition, Problem
from grader.problems.toml_text import toml_value

__all__ = ["public_files"]

_COPIED = ("statement.md", "stub.py", "test_examples.py", "hints.md", "support.py")


def public_files(problem: Problem) -> dict[str, bytes]:
    """Return the public edition of a problem as file name → content.

    The same for the full edition and for a public one, with plain line feeds. The
    student's own file is not among them: it starts as a copy of ``stub.py``.
    """
    copies = {
        name: path.read_bytes().replace(b"\r\n", b"\n")
        for name in _COPIED
        if (path := problem.folder / name).is_file()
    }
    return {"problem.toml": _settings(problem).encode(), **copies}


def _settings(problem: Problem) -> str:
    return "\n".join(
        [
            "# Written by the grader: what may be public of the problem.",
            *_keys(
                id=problem.id,
                edition=Edition.PUBLIC,
                digest=problem.digest,
                title=problem.title,
                unit=problem.unit,
                difficulty=problem.difficulty,
                minutes=problem.minutes,
                hidden_tests=problem.hidden_tests,
                needs=problem.needs,
                seed_per_student=problem.seed_per_student,
            ),
            *_limits(problem.limits),
            *[line for category in problem.categories for line in _category(category)],
            "",
        ]
    )


def _limits(limits: Limits) -> list[str]:
    """Return only what differs from the defaults: a later version may change those."""
    chosen = {
        field.name: getattr(limits, field.name)
        for field in fields(limits)
        if getattr(limits, field.name) != field.default
    }
    return ["", "[limits]", *_keys(**chosen)] if chosen else []


def _category(category: Category) -> list[str]:
    keys = _keys(id=category.id, title=category.title, points=category.points)
    return ["", "[[categories]]", *keys]


def _keys(**values: str | float | tuple[str, ...]) -> Iterator[str]:
    for key, value in values.items():
        yield f"{key} = {toml_value(value)}"
