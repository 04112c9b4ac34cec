"""What ends without the student's doing is no mark of theirs; a flood is cut off."""

import signal
import sys

import pytest

from grader.model import Limits, Outcome
from grader.sandbox import Ending, Stopped
from grader.sandbox.assembly import Assembly
from grader.wire import caps

if sys.platform == "linux":
    from grader.sandbox.forklauncher import is_ours

    KILL, LIMITS = -signal.SIGKILL, Limits(cpu_seconds=2.0)

    @pytest.mark.parametrize(
        ("exit_code", "seconds", "killed", "ours"),
        [
            (0, 0.1, False, True),  # it cannot fork
            (1, 0.1, False, True),  # it cannot be set up
            (KILL, 0.1, False, True),  # memory has run out elsewhere
            (KILL, 2.5, False, False),  # the compiler used up its time
            (-signal.SIGXCPU, 2.0, False, False),
            (-signal.SIGSEGV, 0.1, False, False),  # the compiler crashed
            (KILL, 0.1, True, False),  # it hung, and we ended it
        ],
    )
    def test_whose_fault_the_end_of_a_box_is(exit_code, seconds, killed, ours):
        """No student's code runs in a box: only its compiler may be led astray."""
        ending = Ending(exit_code=exit_code, cpu_seconds=seconds, killed=killed)
        assert is_ours(ending, LIMITS) is ours


def test_what_nobody_asked_for_is_kept_up_to_one_frame():
    """Who only writes and never reads does not fill the trusted side's memory."""
    assembly = Assembly()
    assembly.add(bytes(caps.FRAME_BYTES + (1 << 16)))
    with pytest.raises(Stopped) as stopped:
        assembly.add(bytes(1 << 10))
    assert stopped.value.outcome is Outcome.PROTOCOL
    assert assembly.take() is None  # and it is let go
