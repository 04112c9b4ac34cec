"""Check 7: the examples in the statement are what the reference returns."""

from collections.abc import Iterator

from grader.course.verification.evidence import Evidence
from grader.export.verification import AuthorFault, Check
from grader.model import Outcome

__all__ = ["statement_check"]


def statement_check(evidence: Evidence) -> Check:
    """Check the examples of the statement; without a reference none can be run."""
    total = len(evidence.statement.examples) + len(evidence.statement.misread)
    passed = sum(test.outcome is Outcome.PASSED for test in evidence.replayed.values())
    return Check(
        id="statement",
        claim=(
            f"the reference agrees with {passed} of {total} examples in the statement"
        ),
        faults=tuple(_faults(evidence)),
    )


def _faults(evidence: Evidence) -> Iterator[AuthorFault]:
    path = evidence.problem.folder / "statement.md"
    statement = evidence.statement
    for each in statement.misread:
        yield evidence.fault(path, each.line, each.found, each.do)
    shown = [each for each in statement.examples if each.want or each.raises]
    if not shown and not statement.misread:
        call = evidence.problem.functions[0].name
        do = f"show a call in a ```python block: >>> {call}(…) and its value"
        yield evidence.fault(path, None, "it has no example", do)
    for example in statement.examples:
        test = evidence.replayed.get(example.line)
        if test is not None and test.outcome is not Outcome.PASSED:
            reason = test.message or test.outcome.value
            found = f"{example.source.strip()} is not as shown: {reason}"
            do = "show what the reference returns, or correct the reference"
            yield evidence.fault(path, example.line, found, do)
