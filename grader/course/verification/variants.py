"""Checks 3 to 5: what the known-right and known-wrong solutions get of the tests."""

from collections.abc import Iterator, Sequence
from typing import Final

from grader.course.verification.evidence import Evidence
from grader.export.verification import AuthorFault, Check, Kill
from grader.problems import Variant

__all__ = ["kills", "kills_check", "right_check", "wrong_check"]

_SHOWN: Final = 3  # tests of one file


def right_check(evidence: Evidence) -> Check:
    """Check that every known-right solution passes every test."""
    faults = [fault for each in evidence.right for fault in _right(evidence, each)]
    total = len(evidence.right)
    return Check(
        id="right",
        claim=f"{total - len(faults)} of {total} right files pass every test",
        faults=tuple(faults),
    )


def wrong_check(evidence: Evidence) -> Check:
    """Check that every known-wrong solution loses what its header names."""
    faults = [fault for each in evidence.wrong for fault in _wrong(evidence, each)]
    total = len(evidence.wrong)
    good = total - len({fault.file for fault in faults})
    return Check(
        id="wrong",
        claim=f"{good} of {total} wrong files lose each category that they name",
        faults=tuple(faults),
    )


def kills_check(evidence: Evidence) -> Check:
    """Check that of each hidden test and category a wrong file shows what it is for."""
    found = kills(evidence)
    tests = [test.id for test in evidence.hidden if test.id in evidence.sound]
    all_sound = len(tests) == len(evidence.hidden)
    telling = [kill for kill in found if len(kill.failed) < len(tests) or not all_sound]
    spared = set(tests).difference(*(kill.failed for kill in telling or found))
    rubric = [part.id for part in evidence.problem.categories]
    judged = [name for name in rubric if name in _judged(evidence)]
    named = {name for kill in found for name in kill.named if name in kill.lost}
    idle = [name for name in judged if name not in named]
    claim = (
        f"a wrong file fails {len(tests) - len(spared)} of "
        f"{len(tests)} hidden tests and names "
        f"{len(judged) - len(idle)} of {len(judged)} categories"
    )
    faults = [
        *(_spared(evidence, test) for test in tests if test in spared),
        *(_idle(evidence, name) for name in idle),
    ]
    return Check(id="kills", claim=claim, faults=tuple(faults))


def kills(evidence: Evidence) -> tuple[Kill, ...]:
    """Return what each wrong solution loses; one that cannot be loaded is left out."""
    return tuple(
        _kill(evidence, variant)
        for variant in evidence.wrong
        if evidence.load_fault(variant) is None
    )


def _kill(evidence: Evidence, variant: Variant) -> Kill:
    failed = [test for test in evidence.lost(variant) if not test.visible]
    categories = {test.category for test in failed}
    rubric = [part.id for part in evidence.problem.categories]
    return Kill(
        name=variant.name,
        named=variant.loses,
        lost=tuple(name for name in rubric if name in categories),
        failed=tuple(test.id for test in failed),
    )


def _judged(evidence: Evidence) -> frozenset[str | None]:
    """Return the categories whose tests the reference passes: they can be judged."""
    lost = {test.category for test in evidence.hidden if test.id not in evidence.sound}
    return frozenset(test.category for test in evidence.hidden) - lost


def _right(evidence: Evidence, variant: Variant) -> Iterator[AuthorFault]:
    fault = evidence.load_fault(variant)
    if fault is not None:
        found = f"it cannot be loaded: {fault.message}"
        do = "make it a solution that can be run"
        yield evidence.fault(variant.path, fault.line, found, do)
        return
    tests = [
        f"{test.id} ({test.category or 'example'}): {test.message or test.outcome}"
        for test in evidence.lost(variant)
    ]
    if tests:
        found = f"it loses {_few(tests, '; ')}"
        do = "make the test accept it if it is right, else move it to wrong/"
        yield evidence.fault(variant.path, None, found, do)


def _wrong(evidence: Evidence, variant: Variant) -> Iterator[AuthorFault]:
    fault = evidence.load_fault(variant)
    if fault is not None:
        found = f"it cannot be loaded: {fault.message}"
        do = "make the one mistake that its message tells of, in code that can be run"
        yield evidence.fault(variant.path, fault.line, found, do)
        return
    kill, judged = _kill(evidence, variant), _judged(evidence)
    besides = _few(kill.lost) or "no category"
    for name in kill.named:
        if name in judged and name not in kill.lost:
            found = f"its header names {name}, but it loses {besides}"
            do = f"add a test of {name} that this mistake fails, or correct the header"
            yield evidence.fault(variant.path, 1, found, do)


def _spared(evidence: Evidence, test: str) -> AuthorFault:
    found = f"no wrong file fails {test} (those that fail every test aside)"
    do = "write one with the mistake that it is there for, or drop the test"
    return evidence.fault_of(test, found, do)


def _idle(evidence: Evidence, name: str) -> AuthorFault:
    index = [part.id for part in evidence.problem.categories].index(name)
    found = f"no wrong file names the category {name} and loses it"
    do = f'write one, with "# loses: {name}" at its top'
    return evidence.fault_in_settings(("categories", index, "id"), found, do)


def _few(parts: Sequence[str], separator: str = ", ") -> str:
    more = len(parts) - _SHOWN
    shown = separator.join(parts[:_SHOWN])
    return f"{shown}{separator}and {more} more" if more > 0 else shown
