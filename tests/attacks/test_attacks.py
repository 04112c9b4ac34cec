"""Attacks against the real command, at each isolation level that this machine has.

What a level must withstand is in ``docs/security.md``; at ``none`` that is tampering
with values, with the process itself and with results, and nothing else. There each
attack must show that it does what it says: without that, nothing would follow from its
failure elsewhere.
"""

import os

import pytest

from tests.attacks.grading import FULL_MARKS
from tests.attacks.levels import available

WITHIN_THE_PROCESS = ("A ", "B ", "C ")  # groups of attacks that even none withstands


def test_levels_that_must_be_here_are(person):
    """A machine that is said to have levels has them, for root and for users."""
    wanted = os.environ.get("GRADER_TEST_MUST_HAVE", "none").split(",")
    assert [level for level in wanted if level not in available(person)] == []


def test_the_run_ends_well(graded):
    """Everything is graded: no attack stops the run, or is held for our own fault."""
    assert (graded.exit_code, graded.not_graded()) == (0, [])


def test_the_level_is_the_one_that_was_asked_for(graded):
    """No record is of a lower level: that would be no answer to what is tested."""
    assert graded.levels() == {graded.level}


def test_right_files_keep_full_marks(graded):
    """A right file has full marks before, between and after the attacks."""
    marks = graded.right()
    assert len(marks) >= 4
    assert marks == [FULL_MARKS] * len(marks)


def test_an_attack_is_marked_as_by_a_safe_grader(caged, attack):
    """It earns no more than its honest part, ends as it must, and not too late."""
    assert caged.unlike_safe(attack) == []


def test_an_attack_has_nothing_to_tell(caged, attack):
    """It has read, reached and found nothing that is not its own."""
    assert caged.told(attack) == []


def test_nothing_is_left(caged):
    """No file, process, key or object is left, and no file is changed."""
    assert caged.leftovers == ()


def test_only_results_are_written(graded):
    """The run's own folder has the three files that a run writes, and no other."""
    assert {*graded.reports} == {"grades.csv", "report.html", "results.jsonl"}


def test_nobody_is_called(caged):
    """No attack connects to anything outside, by internet or abstract addresses."""
    assert caged.heard == ()


def test_no_secret_gets_out(caged):
    """Neither tests nor solutions, home, neighbours or environment are in a report."""
    assert caged.secrets_shown() == []


def test_reports_are_escaped(graded):
    """Nothing that students print is run by a terminal, a browser or a spreadsheet."""
    assert graded.unescaped() == []


def test_no_process_takes_more_than_its_memory(graded):
    """None of the processes is larger than the cap, the grader's own included."""
    assert graded.largest_bytes < 640 << 20


def test_tampering_earns_nothing_without_isolation(free, attack):
    """At none, too, whoever lies, patches or forges gets what the work is worth."""
    if attack.group.startswith(WITHIN_THE_PROCESS):
        assert free.unlike_safe(attack) == []
    else:
        assert free.record(attack)["status"] == "graded"


def test_an_attack_works_where_nothing_holds_it(free, attack):
    """At none it gets what it looks for: its failure elsewhere is the level's doing."""
    wanted = attack.works(as_root=free.person.name == "root")
    assert [text for text in wanted if text not in free.printed(attack)] == []


@pytest.mark.parametrize("what", ["heard", "leftovers"])
def test_the_traces_of_attacks_are_seen(free, what):
    """At none there is what is looked for elsewhere."""
    seen = {
        "heard": {*free.heard} == {*("abstract", "TCP", "UDP", "datagrams", "path")},
        "leftovers": {each.split()[0] for each in free.leftovers}
        >= {"file", "shm", "sem", "msg", "queue"},
    }
    assert seen[what]
