"""Check 6: the tests are as the rubric says, and each says what it is about."""

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from grader.course.verification.evidence import Evidence
from grader.course.verification.sources import TestSource
from grader.export.text import counted, points
from grader.export.verification import AuthorFault, Check
from grader.problems.text import closest
from grader.problems.toml_lines import KeyPath
from grader.scoring import allot

__all__ = ["rubric_check"]

_SENTENCE: Final = 88  # characters
_ENDS: Final = (".", "?", "!")
_ROUNDING: Final = 1e-9


def rubric_check(evidence: Evidence) -> Check:
    """Check the number of tests, their categories, points, ids and docstrings."""
    hidden, rubric = len(evidence.hidden), len(evidence.problem.categories)
    claim = (
        f"{counted(hidden, 'hidden test')} in {rubric} "
        f"{'category' if rubric == 1 else 'categories'} and "
        f"{counted(len(evidence.examples), 'example')}, each with a sentence of its own"
    )
    faults = [
        *_counts(evidence),
        *_categories(evidence),
        *_points(evidence),
        *_ids(evidence),
        *_docstrings(evidence),
    ]
    return Check(id="tests", claim=claim, faults=tuple(faults))


def _counts(evidence: Evidence) -> Iterator[AuthorFault]:
    found, promised = len(evidence.hidden), evidence.problem.hidden_tests
    if found != promised:
        yield evidence.fault_in_settings(
            ("hidden_tests",),
            f"it promises {counted(promised, 'hidden test')}, there are {found}",
            f"write hidden_tests = {found}",
        )
    if not evidence.examples:
        found_none = "there is no example test"
        do = "write one: students see only what the examples show"
        yield evidence.fault(evidence.problem.examples, None, found_none, do)


def _categories(evidence: Evidence) -> Iterator[AuthorFault]:
    known = [part.id for part in evidence.problem.categories]
    one_of = f"one of {', '.join(known)}"
    mark = '@pytest.mark.category("…")'
    for test in evidence.hidden:
        source = evidence.source(test.id)
        marks = source.categories if source else ()
        if len(marks) > 1:
            found = f"{test.id} has {len(marks)} categories: {', '.join(marks)}"
            yield evidence.fault_of(test.id, found, "keep one")
        elif test.category is None:
            do = f"mark it with {mark}, {one_of}"
            yield evidence.fault_of(test.id, f"{test.id} has no category", do)
        elif test.category not in known:
            meant = closest(str(test.category), known)
            do = (
                f"write {meant}"
                if meant
                else f"write {one_of}, or add it to the rubric"
            )
            found = f"{test.id} has the unknown category {test.category}"
            yield evidence.fault_of(test.id, found, do)
    for source in evidence.sources:
        if source.path == evidence.problem.examples and source.categories:
            found = f"the example {source.name} has a category"
            do = "take the mark off: examples are worth no points"
            yield evidence.fault(source.path, source.line, found, do)
    used = {test.category for test in evidence.hidden}
    for index, name in enumerate(known):
        if name not in used:
            found = f"no test has the category {name}"
            do = "write one, or drop the category: nobody can earn its points"
            yield evidence.fault_in_settings(("categories", index, "id"), found, do)


def _points(evidence: Evidence) -> Iterator[AuthorFault]:
    rubric = evidence.problem.categories
    allotted = allot(evidence.hidden, {part.id: part.points for part in rubric})
    known = {part.id for part in rubric}
    for test in evidence.hidden:
        if test.category in known and not allotted[test.id] > 0:
            found = f"{test.id} is worth {points(allotted[test.id])} points"
            do = "give it a positive share of its category's points"
            yield evidence.fault_of(test.id, found, do)
    for index, part in enumerate(rubric):
        own = [
            allotted[test.id] for test in evidence.hidden if test.category == part.id
        ]
        if own and abs(sum(own) - part.points) > _ROUNDING * part.points:
            found = (
                f"the tests of {part.id} are worth {points(sum(own))} points, "
                f"the category {points(part.points)}"
            )
            do = "make the two equal"
            path: KeyPath = ("categories", index, "points")
            yield evidence.fault_in_settings(path, found, do)


def _ids(evidence: Evidence) -> Iterator[AuthorFault]:
    for name, count in Counter(test.id for test in evidence.proved.tests).items():
        if count > 1:
            found = f"{count} tests have the id {name}"
            yield evidence.fault_of(name, found, "rename all but one")
    seen: dict[tuple[Path, str, str], TestSource] = {}
    for source in evidence.sources:
        key = (source.path, source.scope, source.name)
        if key in seen:
            found = f"{source.name} is defined again, so the first one never runs"
            yield evidence.fault(source.path, source.line, found, "rename one of them")
        seen[key] = source


def _docstrings(evidence: Evidence) -> Iterator[AuthorFault]:
    seen: dict[str, str] = {}
    for source in evidence.sources:
        sentence = source.docstring.partition("\n")[0].strip()
        fault = _sentence_fault(sentence)
        if fault is not None:
            found = f"{source.name} {fault}"
            do = "write one short sentence: it is what a person reads of the test"
            yield evidence.fault(source.path, source.line, found, do)
        elif sentence in seen:
            found = f"{source.name} has the docstring of {seen[sentence]}"
            do = "say how the two differ"
            yield evidence.fault(source.path, source.line, found, do)
        seen.setdefault(sentence, source.name)


def _sentence_fault(sentence: str) -> str | None:
    """Return what keeps a docstring's first line from being a sentence."""
    if not sentence:
        return "has no docstring"
    if len(sentence) > _SENTENCE:
        return f"has a docstring of {len(sentence)} characters, at most {_SENTENCE} fit"
    if sentence[0].islower() or not sentence.endswith(_ENDS):
        return f'has a docstring whose first line is no sentence: "{sentence}"'
    return None
