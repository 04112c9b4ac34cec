"""What is compared: each variant grades a class and tells which tests passed."""

import json
import shutil
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bench.cases import Case, write_plain_tests
from bench.measure import Memory, Usage, run
from bench.students import StudentFile

__all__ = ["YARDSTICKS", "Graded", "Yardstick", "grade_each", "grade_with_grader"]

Passed = Mapping[str, frozenset[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Graded:
    """One run over a class: what it took and, per student, the tests that passed."""

    usage: Usage
    passed: Passed


@dataclass(frozen=True, slots=True, kw_only=True)
class Yardstick:
    """A plain runner: one process for each hand-in, nothing kept apart."""

    title: str
    arguments: tuple[str, ...]
    passed: Callable[[Path], frozenset[str]]


def grade_each(
    yardstick: Yardstick,
    files: Sequence[StudentFile],
    tests: tuple[Case, ...],
    folder: Path,
    *,
    jobs: int,
) -> Graded:
    """Grade with a fresh process per hand-in, as many at a time as there are jobs."""
    shutil.rmtree(folder, ignore_errors=True)
    places = [_place(folder, file, tests) for file in files]
    command = (sys.executable, *yardstick.arguments)
    started = time.monotonic()
    with ThreadPoolExecutor(jobs) as pool:
        usages = list(pool.map(lambda place: run(command, place), places))
    wall_seconds = time.monotonic() - started
    usage = Usage(
        wall_seconds=wall_seconds,
        cpu_seconds=sum(usage.cpu_seconds for usage in usages),
        exit_code=0,  # pytest exits with 1 where a test fails
    )
    passed = {place.name: yardstick.passed(place) for place in places}
    return Graded(usage=usage, passed=passed)


def grade_with_grader(
    files: Sequence[StudentFile],
    folder: Path,
    *,
    problems: Path,
    jobs: int,
    level: str,
    memory: Memory | None = None,
) -> Graded:
    """Grade with the command of this project at a level, start-up included."""
    shutil.rmtree(folder, ignore_errors=True)
    for file in files:
        _write(folder / "class" / file.student, file)
    command = (
        *(str(Path(sys.executable).with_name("grader")), "--problems", str(problems)),
        *("-q", "grade", "class", "--problem", "gradient_check", "--out", "out"),
        *("--jobs", str(jobs)),
        *(("--unsafe-no-isolation",) if level == "none" else ("--isolation", level)),
    )
    usage = run(command, folder, memory=memory)
    if usage.exit_code:
        said = (folder / "stderr.txt").read_text("utf-8", "replace")
        raise RuntimeError(f"{command} ended with {usage.exit_code}:\n{said}")
    return Graded(usage=usage, passed=dict(_records(folder / "out" / "results.jsonl")))


def _place(folder: Path, file: StudentFile, tests: tuple[Case, ...]) -> Path:
    place = folder / file.student
    _write(place, file)
    write_plain_tests(tests, place)
    return place


def _write(place: Path, file: StudentFile) -> None:
    place.mkdir(parents=True)
    (place / "gradient_check.py").write_text(file.source, "utf-8")


def _records(path: Path) -> Iterator[tuple[str, frozenset[str]]]:
    for line in path.read_text("utf-8").splitlines():
        record = json.loads(line)
        yield (
            record["student"],
            frozenset(
                test["id"]
                for test in record["tests"]
                if test["outcome"] == "passed" and not test["visible"]
            ),
        )


def _pytest_passed(place: Path) -> frozenset[str]:
    report = json.loads((place / "report.json").read_text("utf-8"))
    return frozenset(
        test["nodeid"].rpartition("::")[2]
        for test in report["tests"]
        if test["outcome"] == "passed"
    )


def _unittest_passed(place: Path) -> frozenset[str]:
    return frozenset(json.loads((place / "passed.json").read_text("utf-8")))


YARDSTICKS: Final[Mapping[str, Yardstick]] = {
    "a": Yardstick(
        title="(a) pytest --json-report, a process each",
        arguments=(
            *("-m", "pytest", "-q", "test_plain.py"),
            *("--json-report", "--json-report-file=report.json"),
            *("-p", "no:hypothesispytest", "-p", "no:xdist"),  # tools of ours, and slow
        ),
        passed=_pytest_passed,
    ),
    "u": Yardstick(
        title="(u) unittest, a process each",
        arguments=("run_unittest.py",),
        passed=_unittest_passed,
    ),
}
