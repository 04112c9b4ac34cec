"""The examples in a statement: found in its text, and written down as tests."""

import ast
import builtins
import doctest
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from grader.course.verification.replay import Example

__all__ = ["TEST_NAME", "Misread", "Statement", "parse", "test_file"]

TEST_NAME: Final = "test_statement_of_the_problem"

_LANGUAGES: Final = ("python", "py", "pycon")
_FENCE: Final = "```"
_PLACE: Final = re.compile(r"line (\d+) of the docstring for \S+ ")
_TEST_FILE: Final = '''\
"""The examples of a statement, as tests."""

import pytest

from grader.course.verification.replay import Example, replay

FUNCTIONS = {functions}
EXAMPLES = {examples}


@pytest.mark.parametrize("line", {lines})
def {name}(student, line):
    """An example is what the statement says."""
    replay(student, FUNCTIONS, EXAMPLES, line)
'''


@dataclass(frozen=True, slots=True, kw_only=True)
class Misread:
    """Something in the statement that cannot be an example."""

    line: int
    found: str
    do: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Statement:
    """The examples of a statement, and what is wrong with their text."""

    examples: tuple[Example, ...]
    misread: tuple[Misread, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Block:
    """A fenced block: the line of its first row, its language, its text."""

    line: int
    language: str
    text: str


def parse(markdown: str, functions: Sequence[str]) -> Statement:
    """Return the examples in the python blocks of a statement.

    Parameters
    ----------
    markdown
        The statement.
    functions
        What the stub defines: each example must call some of it.
    """
    examples: list[Example] = []
    misread: list[Misread] = list(_outside(markdown))
    for number, block in enumerate(_blocks(markdown)):
        if block.language not in _LANGUAGES:
            continue
        try:
            found = doctest.DocTestParser().get_examples(block.text)
        except ValueError as error:
            misread.append(_no_session(block, error))
            continue
        part = [_example(block, number, example) for example in found]
        wrong = list(_misread(part, functions))
        misread += wrong
        lines = {each.line for each in wrong}
        examples += [each for each in part if each.line not in lines]
    ordered = sorted(misread, key=lambda each: each.line)
    return Statement(examples=tuple(examples), misread=tuple(ordered))


def test_file(
    folder: Path, functions: Sequence[str], examples: Sequence[Example]
) -> Path:
    """Write the test file that runs the examples, and return its path."""
    path = folder / f"{TEST_NAME}.py"
    lines = [example.line for example in examples]
    text = _TEST_FILE.format(
        functions=tuple(functions),
        examples=tuple(examples),
        lines=lines,
        name=TEST_NAME,
    )
    path.write_text(text, encoding="utf-8")
    return path


def _blocks(markdown: str) -> Iterator[_Block]:
    body: list[str] | None = None
    language, start = "", 0
    for number, line in enumerate(markdown.splitlines(keepends=True), 1):
        if not line.lstrip().startswith(_FENCE):
            if body is not None:
                body.append(line)
        elif body is None:
            words = line.strip().lstrip("`").split()
            body, language, start = [], words[0] if words else "", number + 1
        else:
            yield _Block(line=start, language=language, text="".join(body))
            body = None


def _outside(markdown: str) -> Iterator[Misread]:
    """Find examples that no python block holds: nobody would run them."""
    inside = {
        block.line + offset
        for block in _blocks(markdown)
        if block.language in _LANGUAGES
        for offset in range(block.text.count("\n") + 1)
    }
    for number, line in enumerate(markdown.splitlines(), 1):
        if line.lstrip().startswith(">>> ") and number not in inside:
            yield Misread(
                line=number,
                found="an example outside of a python block is not run",
                do="put it between ```python and ```",
            )


def _no_session(block: _Block, error: ValueError) -> Misread:
    """Tell what doctest says, with the line of the statement."""
    offset, reason = 1, str(error)
    if place := _PLACE.match(reason):
        offset, reason = int(place[1]), reason[place.end() :]
    do = "write the example as an interactive session shows it"
    return Misread(line=block.line + offset - 1, found=f"the example {reason}", do=do)


def _example(block: _Block, number: int, example: doctest.Example) -> Example:
    return Example(
        line=block.line + example.lineno,
        block=number,
        source=example.source,
        want=example.want,
        raises=(example.exc_msg or "").strip(),
    )


def _misread(
    examples: Sequence[Example], functions: Sequence[str]
) -> Iterator[Misread]:
    """Find the examples of a block that cannot be about the student's functions."""
    known = {*dir(builtins), "np", "math", *functions}
    theirs = set(functions)  # the stub's names, and what was made with them
    wanted = ", ".join(functions)
    for example in examples:
        try:
            tree = ast.parse(example.source)
        except SyntaxError as error:
            do = "write code that can be run"
            found = f"the example does not parse: {error.msg}"
            yield Misread(line=example.line, found=found, do=do)
            continue
        bound, used = _names(tree)
        known |= bound
        if used & theirs:
            theirs |= bound
        source = example.source.strip()
        do = f"call a function of the stub: {wanted}"
        unknown = sorted(_called(tree) - known)
        if unknown:
            found = f"{source} calls {unknown[0]}, which the stub does not define"
            yield Misread(line=example.line, found=found, do=do)
        elif (example.want or example.raises) and not used & theirs:
            found = f"{source} calls no function of the stub"
            yield Misread(line=example.line, found=found, do=do)


def _names(tree: ast.Module) -> tuple[set[str], set[str]]:
    """Return the names that a statement binds and those that it uses."""
    bound: set[str] = set()
    used: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            (bound if isinstance(node.ctx, ast.Store) else used).add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            bound.add(node.name)
        elif isinstance(node, ast.arg):
            bound.add(node.arg)
        elif isinstance(node, ast.alias):
            bound.add((node.asname or node.name).partition(".")[0])
    return bound, used


def _called(tree: ast.Module) -> set[str]:
    return {
        node.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)
    }
