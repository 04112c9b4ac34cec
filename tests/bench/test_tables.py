"""What the bench prints."""

from bench.measure import Memory, Usage
from bench.tables import Growth, Sample, disagreements, growth, speed
from bench.variants import Graded


def _sample(
    variant: str,
    wall_seconds: float,
    *,
    number: int = 1,
    tests: str = "x",
) -> Sample:
    usage = Usage(wall_seconds=wall_seconds, cpu_seconds=0.3, exit_code=0)
    passed = {"s0000": frozenset(tests), "s0001": frozenset()}
    return Sample(variant, 1, number, Graded(usage=usage, passed=passed))


def test_times_are_per_hand_in_and_ratios_per_round() -> None:
    """The ratio is the median of the rounds' own, not that of two medians."""
    samples = [
        *(_sample("a", 4.0), _sample("u", 2.0), _sample("full", 1.0)),
        *(_sample("a", 8.0, number=2), _sample("u", 1.0, number=2)),
        *(_sample("full", 4.0, number=2), _sample("none", 1.0)),
    ]
    assert speed(samples) == [
        "                                           jobs   wall ms    CPU ms"
        "   x (a)   x (u)",
        "(a) pytest --json-report, a process each      1    3000.0     150.0"
        "    1.00    0.31",
        "(u) unittest, a process each                  1     750.0     150.0"
        "    5.00    1.00",
        "grader grade, isolation none                  1     500.0     150.0"
        "    4.00    2.00",
        "grader grade, isolation full                  1    1250.0   unknown"
        "    3.00    1.12",
    ]


def test_growth_compares_neighbours() -> None:
    """Ten times the class in ten times the time is said so."""
    memory = Memory(parent_bytes=30 << 20, tree_bytes=100 << 20, samples=3)
    sizes = [Growth(100, 2, 1.5, memory), Growth(1000, 2, 15.0, Memory())]
    assert growth(sizes) == [
        " hand-ins  jobs   wall s  parent MiB  tree MiB",
        "      100     2     1.50        30.0     100.0",
        "     1000     2    15.00     unknown   unknown",
        "10 times the hand-ins took 10.00 times as long",
        "peaks: resident set, and proportional set of all",
    ]


def test_equal_marks_are_no_disagreement() -> None:
    """Variants that agree on every hand-in leave nothing to say."""
    assert disagreements([_sample("a", 1.0), _sample("none", 1.0)]) == []


def test_another_mark_is_named() -> None:
    """A hand-in that two variants mark differently is named with the tests."""
    samples = [_sample("a", 1.0, tests="xy"), _sample("none", 1.0, tests="yz")]
    assert disagreements(samples) == [
        "s0000: a (jobs 1, round 1) and none (jobs 1, round 1) differ in x, z"
    ]
