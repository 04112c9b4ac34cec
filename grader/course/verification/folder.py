"""Check 9: the folder holds a problem and nothing else, and its limits are sane."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

from grader.course.verification.evidence import Evidence
from grader.export.text import counted, seconds
from grader.export.verification import AuthorFault, Check

__all__ = ["folder_check"]

_FILES: Final = (
    *("problem.toml", "statement.md", "stub.py", "test_examples.py", "test_hidden.py"),
    *("hints.md", "support.py", "figure.json"),
)
_FOLDERS: Final = ("right", "wrong")
_TEST_SHARE: Final = 4  # a test of the reference may take a quarter of its time
_RUN_SHARE: Final = 2


def folder_check(evidence: Evidence) -> Check:
    """Check the files of the folder, and the limits against the reference's times."""
    files = sum(path.is_file() for path in evidence.problem.folder.rglob("*"))
    stray = [*_stray(evidence)]
    faults = [*stray, *_missing(evidence), *_limits(evidence), *_times(evidence)]
    claim = (
        f"no stray file among {counted(files, 'file')}, none missing; limits are sane"
    )
    return Check(id="folder", claim=claim, faults=tuple(faults))


def _stray(evidence: Evidence) -> Iterator[AuthorFault]:
    for path in sorted(evidence.problem.folder.iterdir()):
        if path.name in _FOLDERS and path.is_dir():
            for inner in sorted(path.iterdir()):
                if inner.suffix != ".py" or not inner.is_file():
                    yield _move(evidence, inner)
        elif path.name not in _FILES or not path.is_file():
            yield _move(evidence, path)


def _move(evidence: Evidence, path: Path) -> AuthorFault:
    kind = "folder" if path.is_dir() else "file"
    if path.name == "__pycache__":
        do = "delete it"
    else:
        do = f"move it away: {', '.join(_FILES)}, right/*.py and wrong/*.py belong here"
    return evidence.fault(path, None, f"a stray {kind}", do)


def _missing(evidence: Evidence) -> Iterator[AuthorFault]:
    if not evidence.right:
        do = "write a correct solution in another style: do the tests accept it?"
        folder = evidence.problem.folder / "right"
        yield evidence.fault(folder, None, "there is no right file", do)
    if not evidence.wrong:
        do = "write a solution with a mistake that students make: do the tests see it?"
        folder = evidence.problem.folder / "wrong"
        yield evidence.fault(folder, None, "there is no wrong file", do)


def _limits(evidence: Evidence) -> Iterator[AuthorFault]:
    limits = evidence.problem.limits
    if limits.wall_seconds > limits.submission_seconds:
        found = (
            f"one test may take {seconds(limits.wall_seconds)}, "
            f"all tests together {seconds(limits.submission_seconds)}"
        )
        do = "raise submission_seconds or lower wall_seconds"
        yield evidence.fault_in_settings(("limits", "wall_seconds"), found, do)
    if limits.output_kept_bytes > limits.output_bytes:
        found = (
            f"{limits.output_kept_bytes} bytes of output are kept, "
            f"but a test is stopped at {limits.output_bytes}"
        )
        do = "lower output_kept_bytes"
        yield evidence.fault_in_settings(("limits", "output_kept_bytes"), found, do)


def _times(evidence: Evidence) -> Iterator[AuthorFault]:
    """Compare the reference's best times with what a student may take."""
    rounds = evidence.rounds.get(evidence.problem.solution)
    if rounds is None or rounds[0].fault is not None:
        return
    limits = evidence.problem.limits
    times = {
        test: min(each.wall_seconds for each in runs)
        for test, runs in evidence.runs_of(evidence.problem.solution).items()
        if test in evidence.sound
    }
    for test, time in times.items():
        if time > limits.wall_seconds / _TEST_SHARE:
            found = (
                f"the reference takes {seconds(time)} for {test}, "
                f"of {seconds(limits.wall_seconds)} that students have"
            )
            do = "make the test lighter, or raise wall_seconds: machines differ"
            yield evidence.fault_of(test, found, do)
    whole = sum(times.values())
    if whole > limits.submission_seconds / _RUN_SHARE:
        found = (
            f"the reference takes {seconds(whole)}, "
            f"of {seconds(limits.submission_seconds)} that students have"
        )
        do = "make the tests lighter, or raise submission_seconds"
        yield evidence.fault_in_settings(("limits", "submission_seconds"), found, do)
