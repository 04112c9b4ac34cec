"""Check 11: title, statement and stub are finished and fit the reference."""

import ast
import re
from collections.abc import Iterator
from typing import Final

from grader.course.verification.evidence import Evidence
from grader.export.verification import AuthorFault, Check
from grader.problems.signatures import parse_functions
from grader.problems.text import read_text

__all__ = ["texts_check"]

_TITLE: Final = 60  # characters
_UNFINISHED: Final = re.compile(r"\b(TODO|FIXME|XXX)\b")


def texts_check(evidence: Evidence) -> Check:
    """Check what a student reads first, and that the stub asks for the reference."""
    faults = (
        *_title(evidence),
        *_statement(evidence),
        *_docstrings(evidence),
        *_signatures(evidence),
    )
    claim = "the title is short, the statement finished, the stub fits the reference"
    return Check(id="texts", claim=claim, faults=faults)


def _title(evidence: Evidence) -> Iterator[AuthorFault]:
    length = len(evidence.problem.title)
    if length > _TITLE:
        found = f"the title has {length} characters"
        do = f"shorten it to {_TITLE}: it stands in lists and tables"
        yield evidence.fault_in_settings(("title",), found, do)


def _statement(evidence: Evidence) -> Iterator[AuthorFault]:
    path = evidence.problem.folder / "statement.md"
    for number, line in enumerate(read_text(path).splitlines(), 1):
        if unfinished := _UNFINISHED.search(line):
            do = "finish the statement"
            yield evidence.fault(path, number, f"it has a {unfinished[0]}", do)


def _docstrings(evidence: Evidence) -> Iterator[AuthorFault]:
    path = evidence.problem.stub
    wanted = {function.name for function in evidence.problem.functions}
    for node in ast.parse(read_text(path)).body:
        if not isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        if node.name in wanted and not ast.get_docstring(node):
            do = "say what it takes and returns, each with shape and unit"
            yield evidence.fault(path, node.lineno, f"{node.name} has no docstring", do)


def _signatures(evidence: Evidence) -> Iterator[AuthorFault]:
    reference = evidence.problem.solution
    if not reference.is_file():
        return
    try:
        theirs = {part.name: part for part in parse_functions(read_text(reference))}
    except SyntaxError:  # check 1 tells why
        return
    for ours in evidence.problem.functions:
        other = theirs.get(ours.name)
        if other is None:
            found = f"the reference has no def of {ours.name}, which the stub asks for"
            yield evidence.fault(reference, None, found, "define it as the stub does")
        elif _normal(other.signature) != _normal(ours.signature):
            found = f"the reference has {other.signature}, the stub {ours.signature}"
            yield evidence.fault(reference, other.line, found, "make the two the same")


def _normal(signature: str) -> str:
    """Return a signature in which equal defaults look the same: 1e-6 and 0.000001."""
    return ast.dump(ast.parse(f"def {signature}: ..."))
