"""Whenever the command is killed, and whatever students do, nothing of it lives on."""

import os
import random
import subprocess  # noqa: TID251  # the command is run as a person runs it
import time

from tests.attacks.arena import arena
from tests.attacks.catalogue import attacks
from tests.attacks.listeners import alone
from tests.attacks.traces import adopting, clean, descendants, end, look

SECONDS = 2.0  # that everything may take to end
CROWD = 5  # the command, its server, two runners and more
HANG, SLEEP, BOMB, DAEMON = 32, 33, 37, 48
OURS = range(147, 200)
STUDENTS = {
    each.student: each.source
    for each in attacks()
    if each.number in (HANG, SLEEP, BOMB, DAEMON)
    or (each.number in OURS and each.group in ("E resources", "F persistence"))
}


def living(before):
    """Return what lives of all that was started since."""
    seen = look([], uid=os.getuid()).processes
    alive = {number for number, name in seen.items() if "(state Z" not in name}
    return alive & (descendants() - before)


def wait_until(condition, seconds):
    """Wait until a condition holds; return whether it has held."""
    deadline = time.monotonic() + seconds
    while not (holds := condition()) and time.monotonic() < deadline:
        time.sleep(0.02)
    return holds


def test_nothing_outlives_a_killed_command(kill):
    """Two seconds after a kill at a random moment no process of it is there.

    Half of the times that is while students are at work, half just after the start.
    """
    dice = random.Random(kill.number)
    with alone(), arena(kill.person) as made, adopting():
        made.hand_in(STUDENTS)
        before, files = descendants(), look([], uid=made.person.uid)
        process = subprocess.Popen(
            made.command(kill.level),
            cwd=made.folder / "cwd",
            env={**made.environment(), "TMPDIR": str(made.scratch)},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            if kill.number % 2 == 0:
                assert wait_until(lambda: len(living(before)) >= CROWD, 20)
            time.sleep(dice.uniform(0.0, 1.0))
            process.kill()
            process.wait()
            wait_until(lambda: not living(before), SECONDS)
            left = look([], uid=made.person.uid).since(files)
            alive = living(before)
        finally:
            end(descendants() - before)
            process.wait()
            clean(files, look([], uid=made.person.uid))
    assert alive == set(), left
