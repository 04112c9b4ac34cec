"""The command: ``python -m fuzz.run``; see ``--help``."""

import argparse
import sys
import time
from collections.abc import Sequence

from fuzz.frames import make
from fuzz.hunt import Count, report
from fuzz.planted import PLANTED
from fuzz.processes import Plan, run
from fuzz.reading import read

__all__ = ["main"]

_PROGRESS_SECONDS = 10.0


def main(arguments: Sequence[str] | None = None) -> int:
    """Try frames and print what came of it; return 1 if one broke a rule."""
    options = _parser().parse_args(arguments)
    numbers = range(options.frames)
    if options.only is not None:
        numbers = range(options.only, options.only + 1)
        _print(f"hex: {make(options.seed, options.only).stream.hex()}")
    plan = Plan(
        seed=options.seed,
        numbers=numbers,
        processes=min(options.processes, len(numbers)),
        seconds=options.seconds,
        reader=PLANTED.get(options.planted, read),
    )
    started = time.monotonic()
    try:
        count = run(plan, _Progress())
    except KeyboardInterrupt:
        return 130
    _print(_summary(plan, count, time.monotonic() - started))
    for failure in count.failures:
        _print(report(failure))
    return 1 if count.failures else 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m fuzz.run", description=__doc__)
    parser.add_argument("--frames", type=_positive, default=1_000_000)
    parser.add_argument("--seconds", type=float, default=float("inf"))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--processes", type=_positive, default=2)
    parser.add_argument("--only", type=int, metavar="NUMBER", help="this frame alone")
    planted = "try a reader with this fault instead"
    parser.add_argument("--planted", choices=sorted(PLANTED), help=planted)
    return parser


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("must be at least 1")
    return number


class _Progress:
    """Writes a line for each process now and then, on a terminal only."""

    def __init__(self) -> None:
        self._next = time.monotonic() + _PROGRESS_SECONDS

    def __call__(self, begun: Sequence[int]) -> None:
        if not sys.stderr.isatty() or time.monotonic() < self._next:
            return
        self._next += _PROGRESS_SECONDS
        for index, frames in enumerate(begun):
            sys.stderr.write(f"process {index + 1}: {frames} frames\n")


def _summary(plan: Plan, count: Count, seconds: float) -> str:
    slowest = "none"
    if count.slowest_number is not None:
        milliseconds = 1000 * count.slowest_seconds
        slowest = f"{milliseconds:.1f} ms (frame {count.slowest_number})"
    lines = (
        f"seed {plan.seed}: {count.frames} frames, {count.frames / seconds:.0f} a "
        f"second; {count.whole} were read whole, the others refused",
        f"slowest frame: {slowest}",
        f"largest memory: {count.memory_bytes / 1024:.0f} KiB for a frame (of those "
        f"traced), {count.process_bytes >> 20} MiB for a process",
        f"frames that broke a rule: {len(count.failures)}",
    )
    return "\n".join(lines)


def _print(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
