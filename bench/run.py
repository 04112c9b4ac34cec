"""The command: ``python -m bench.run``; see ``--help``."""

import argparse
import sys
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import tables
from bench.cases import Case, cases
from bench.measure import Memory
from bench.students import StudentFile, students
from bench.tables import Growth, Sample
from bench.variants import YARDSTICKS, Graded, grade_each, grade_with_grader
from grader.isolation import available
from grader.sandbox import LEVELS

__all__ = ["Plan", "main"]

_PROBLEMS = Path(__file__).parents[1] / "problems"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """How much to measure."""

    submissions: int
    slow: int
    rounds: int
    jobs: tuple[int, ...]
    levels: tuple[str, ...]
    growth: tuple[int, ...]
    seed: int


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print tables; return 1 if two variants disagree on a mark."""
    plan = _plan(arguments)
    with tempfile.TemporaryDirectory(prefix="grader-bench-") as name:
        bench = _Bench(plan=plan, folder=Path(name), tests=cases(_hidden()))
        samples = [sample for n in range(plan.rounds) for sample in bench.round(n + 1)]
        _print(tables.heading(bench.files, slow=plan.slow, rounds=plan.rounds))
        _print(tables.speed(samples))
        growth = [bench.grown(count) for count in plan.growth]
    if growth:
        _print(tables.growth(growth))
    differences = tables.disagreements(samples)
    _print(differences or ["All variants gave every hand-in the same marks."])
    return 1 if differences else 0


@dataclass(frozen=True, slots=True, kw_only=True)
class _Bench:
    plan: Plan
    folder: Path
    tests: tuple[Case, ...]

    @property
    def files(self) -> tuple[StudentFile, ...]:
        return students(self.plan.submissions, seed=self.plan.seed)

    def round(self, number: int) -> Iterator[Sample]:
        """Run every variant once, one after the other."""
        for jobs in self.plan.jobs:
            for name, yardstick in YARDSTICKS.items():
                _note(f"round {number}: {yardstick.title}, jobs {jobs}")
                graded = grade_each(
                    yardstick,
                    self.files[: self.plan.slow],
                    self.tests,
                    self.folder / name,
                    jobs=jobs,
                )
                yield Sample(name, jobs, number, graded)
            for level in self.plan.levels:
                _note(f"round {number}: grader grade, {level}, jobs {jobs}")
                yield Sample(level, jobs, number, self._grader(self.files, jobs, level))

    def grown(self, count: int) -> Growth:
        """Grade a class of another size and watch the memory."""
        jobs, level = max(self.plan.jobs), self.plan.levels[-1]
        _note(f"growth: {count} hand-ins, jobs {jobs}")
        memory = Memory()
        files = students(count, seed=self.plan.seed)
        graded = self._grader(files, jobs, level, memory)
        return Growth(count, jobs, graded.usage.wall_seconds, memory)

    def _grader(
        self,
        files: Sequence[StudentFile],
        jobs: int,
        level: str,
        memory: Memory | None = None,
    ) -> Graded:
        return grade_with_grader(
            files,
            self.folder / "grader",
            problems=_PROBLEMS,
            jobs=jobs,
            level=level,
            memory=memory,
        )


def _plan(arguments: Sequence[str] | None) -> Plan:
    parser = argparse.ArgumentParser(prog="python -m bench.run", description=__doc__)
    parser.add_argument("--submissions", type=int, default=100, help="for grader (100)")
    parser.add_argument(
        "--slow", type=int, default=24, help="for the yardsticks: the first ones (24)"
    )
    parser.add_argument("--rounds", type=int, default=3, help="of every variant (3)")
    parser.add_argument("--jobs", type=int, nargs="+", default=[1, 2], help="(1 2)")
    parser.add_argument(
        "--isolation",
        nargs="+",
        choices=LEVELS,
        default=list(dict.fromkeys(["none", available()[0]])),
        help="levels to compare (none, and the strongest that holds here)",
    )
    parser.add_argument(
        "--growth", type=int, nargs="*", default=[100, 1000], help="(100 1000)"
    )
    parser.add_argument("--seed", type=int, default=7, help="of the hand-ins (7)")
    given = parser.parse_args(arguments)
    return Plan(
        submissions=given.submissions,
        slow=min(given.slow, given.submissions),
        rounds=given.rounds,
        jobs=tuple(given.jobs),
        levels=tuple(given.isolation),
        growth=tuple(given.growth),
        seed=given.seed,
    )


def _hidden() -> Path:
    return _PROBLEMS / "gradient_check" / "test_hidden.py"


def _note(text: str) -> None:
    sys.stderr.write(f"{text} …\n")


def _print(lines: Sequence[str]) -> None:
    sys.stdout.write("\n".join(lines) + "\n\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
