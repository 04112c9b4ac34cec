"""The fuzzer finds faults that are planted, and tells how to see them again."""

import dataclasses
import itertools
import re
import sys
import time
from typing import Any

import pytest

from fuzz.frames import Frame, make
from fuzz.hunt import Failure, hunt, report
from fuzz.planted import PLANTED
from fuzz.processes import Plan, run
from fuzz.reading import read
from fuzz.rules import check
from fuzz.run import main
from grader.wire.errors import WireError

REASONS = {
    "unscanned": r"a dict was made in which \d+ keys have the hash of another",
    "wrong-error": r"error: unpack_from requires a buffer of at least \d+ bytes .*",
    "slow": r"it took \d+ ms, more than 50",
    "greedy": r"it took \d+ bytes of memory, more than \d+",
}


@pytest.mark.parametrize("name", REASONS)
def test_a_planted_fault_is_found(name: str) -> None:
    """Each fault is found within some thousand frames, and its frame shows it again."""
    count = hunt(1, range(4000), PLANTED[name])
    assert len(count.failures) == 5  # it does not go on after as many
    reasons = [failure.reason for failure in count.failures]
    assert any(re.fullmatch(REASONS[name], reason) for reason in reasons), reasons
    frame = count.failures[0].frame
    again = make(frame.seed, frame.number)
    assert check(again, PLANTED[name], memory=True).broken is not None
    assert check(again, read, memory=True).broken is None


def test_the_real_reader_keeps_the_rules() -> None:
    """Two thousand frames break no rule; the counts are of what was tried."""
    count = hunt(1, range(2000), read)
    assert [report(failure) for failure in count.failures] == []
    assert count.frames == 2000
    assert 200 < count.whole < 1000
    assert 0 < count.slowest_seconds < 0.05
    assert count.slowest_number in range(2000)
    assert 1000 < count.memory_bytes < 2 << 20


def test_a_frame_that_is_slow_once_counts_as_quick() -> None:
    """A slow frame is read twice more, and its quickest time counts."""
    waits = [0.06, 0.06, 0.0]
    reads = []

    def slow_at_first(frame: Frame) -> list[Any]:
        until = time.thread_time() + waits[len(reads)]
        reads.append(frame.number)
        while time.thread_time() < until:
            pass
        return []

    trial = check(make(1, 0), slow_at_first, memory=False)
    assert reads == [0, 0, 0]
    assert trial.broken is None
    assert trial.seconds < 0.05


def test_a_reason_that_cannot_be_written_is_a_fault() -> None:
    """The reason of a refusal goes into a record, so it has to be text, and short."""

    def refuse(reason: str) -> str | None:
        def reader(_: Frame) -> list[Any]:
            raise WireError(reason)

        return check(make(1, 0), reader, memory=False).broken

    assert refuse("an é") is None
    assert refuse("a \ud800") == "its reason is no text: 'a \\ud800'"
    assert refuse("a" * 1001) == "its reason is 1001 long"


def test_a_hunt_ends_in_time() -> None:
    """When the time is over no further frame is tried, and all were noted."""
    noted: list[int] = []
    until = time.monotonic() + 1.5
    count = hunt(1, itertools.count(), read, until=until, note=noted.append)
    assert 0 < count.frames == len(noted)
    assert time.monotonic() < until + 5.0
    assert hunt(1, range(9), read, until=0.0).frames == 0


def test_a_report_says_how_to_see_the_frame_again() -> None:
    """A report has seed and number, how the frame was made, its bytes and a command."""
    frame = Frame(seed=4, number=17, origin="sound, wrapped", pieces=(b"\0\1", b"\xff"))
    assert report(Failure(frame=frame, reason="it is too long")) == (
        "frame 17 of seed 4: it is too long\n"
        "  made of: sound, wrapped\n"
        "  hex: 0001 ff\n"
        "  again: python -m fuzz.run --seed 4 --only 17"
    )


ENDS = {"ending": r"it ended its process \(3\)", "hanging": "it took more than 3 s"}


@pytest.mark.parametrize("name", ENDS)
def test_the_frame_that_ends_or_hangs_a_process_is_told(name: str) -> None:
    """Of two processes one is lost at frame 60; the other goes on to the end."""
    plan = Plan(seed=1, numbers=range(200), processes=2)
    plan = dataclasses.replace(plan, hung_seconds=3.0, reader=PLANTED[name])
    begun: list[list[int]] = []
    count = run(plan, lambda each: begun.append(list(each)))
    assert [failure.frame for failure in count.failures] == [make(1, 60)]
    assert re.fullmatch(ENDS[name], count.failures[0].reason)
    assert count.frames == 131  # 0, 2 .. 60 and 1, 3 .. 199
    assert begun[-1] == [31, 100]


def test_every_frame_is_tried_once_by_whatever_processes() -> None:
    """Two processes share the frames, and what they counted is added."""
    one, two = (
        run(Plan(seed=1, numbers=range(100, 401), processes=count), lambda _: None)
        for count in (1, 2)
    )
    assert (one.frames, two.frames) == (301, 301)
    assert one.whole == two.whole > 20
    assert one.process_bytes > 20 << 20


@pytest.mark.skipif(sys.platform != "linux", reason="no limit of address space")
def test_memory_for_what_is_only_claimed_cannot_be_had() -> None:
    """Room for a frame of gigabytes that never comes is refused, whichever it is."""
    plan = Plan(seed=1, numbers=range(1000), reader=PLANTED["believing"])
    reasons = {failure.reason for failure in run(plan, lambda _: None).failures}
    assert "MemoryError: " in reasons


def test_the_command_tells_what_it_tried(capsys: pytest.CaptureFixture[str]) -> None:
    """Without a fault it returns 0 and prints the figures, and no progress."""
    assert main(["--frames", "400", "--seed", "3", "--processes", "2"]) == 0
    captured = capsys.readouterr()
    assert captured.err == ""
    tried, slowest, memory, broken = captured.out.splitlines()
    assert re.fullmatch(r"seed 3: 400 frames, \d+ a second; \d+ were read .*", tried)
    assert re.fullmatch(r"slowest frame: \d+\.\d ms \(frame \d+\)", slowest)
    assert re.fullmatch(r"largest memory: \d+ KiB for .*, \d+ MiB for a .*", memory)
    assert broken == "frames that broke a rule: 0"


def test_the_command_fails_and_one_frame_can_be_tried_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """With a fault it returns 1 and prints a frame, which its number gives again."""
    fault = ["--seed", "3", "--planted", "wrong-error"]
    assert main([*fault, "--frames", "2000", "--processes", "1"]) == 1
    lines = capsys.readouterr().out.splitlines()
    reason, number = re.findall(r"(frame (\d+) of seed 3: .*)", "\n".join(lines))[0]
    printed = next(line for line in lines if line.startswith("  hex: "))
    assert main([*fault, "--only", number]) == 1
    again = capsys.readouterr().out.splitlines()
    assert reason in again
    assert printed in again
    assert again[0] == f"hex: {make(3, int(number)).stream.hex()}"
    assert main(["--seed", "3", "--only", number]) == 0
