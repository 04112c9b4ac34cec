"""The checks of the attacks' tests, each made to find something."""

import csv
import io
import json
import os
import signal
import subprocess  # noqa: TID251  # attacks run here without any grader
import sys
import time
from contextlib import contextmanager

import pytest

from tests.attacks.catalogue import attacks
from tests.attacks.grading import Run
from tests.attacks.listeners import Listeners, alone
from tests.attacks.people import Person
from tests.attacks.traces import (
    adopting,
    clean,
    descendants,
    end,
    look,
    sweep,
)

# What each leaves if nothing ends it, by the words that a look has for it.
LEAVES = {
    37: ["process atk37"],
    46: ["process py"],
    48: ["process atk48", "file /tmp/ATTACK_CANARY_48"],
    55: ["file /tmp/ATTACK_CANARY_55", "file /dev/shm/ATTACK_CANARY_55"],
    59: ["file /tmp/attack59", "file /dev/shm/attack59"],
    148: ["(state T"],
    160: ["process atk160", "process sleep"],
    162: ["process atk162 (state T", "process atk162 (state S"],
    163: ["process atk163"],
    164: ["process atk164"],
    171: ["file /tmp/ATTACK_CANARY_171f", "file /dev/shm/ATTACK_CANARY_171l"],
    190: ["shm ", "sem ", "msg "],
    191: ["queue"],
    192: ["key "],
    194: ["file /tmp/.attack59_194"],
}
CALLS = {52: ["TCP", "UDP"], 172: ["abstract"], 182: ["datagrams", "path"]}
SOURCES = {each.number: each.source for each in attacks()}
ME = Person(name="me", uid=os.getuid(), gid=os.getgid())


@contextmanager
def let_loose(number, folder):
    """Run an attack as a plain program; end it and remove what it left afterwards."""
    source = SOURCES[number].replace("@RUN@", str(folder))
    sweep()
    with adopting():
        living, before = descendants(), look([], uid=ME.uid)
        process = subprocess.Popen(
            [sys.executable, "-c", f"{source}\ngradient_check([1.0], [1.0])\n"],
            cwd=folder,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        try:
            yield before
        finally:
            end(descendants() - living)
            process.wait()
            clean(before, look([], uid=ME.uid))


@pytest.mark.parametrize("number", LEAVES)
def test_what_an_attack_leaves_is_seen(tmp_path, number):
    """Let loose without a grader, it leaves what is looked for after a run."""
    with alone(), let_loose(number, tmp_path) as before:
        deadline, missing = time.monotonic() + 10, LEAVES[number]
        while missing and time.monotonic() < deadline:
            seen = "\n".join(look([], uid=ME.uid).since(before))
            missing = [text for text in missing if text not in seen]
            time.sleep(0.05)
    assert missing == []


@pytest.mark.parametrize("number", CALLS)
def test_a_call_is_heard(tmp_path, number):
    """Let loose without a grader, it connects to the listeners."""
    missing = {*CALLS[number]}
    with alone(), Listeners(tmp_path) as listeners, let_loose(number, tmp_path):
        deadline = time.monotonic() + 10
        while missing and time.monotonic() < deadline:
            time.sleep(0.05)
            missing -= {*listeners.heard()}
    assert missing == set()


CHANGES = {
    "a new file": lambda folder: (folder / "new").touch(),
    "a removed file": lambda folder: (folder / "file").unlink(),
    "other text": lambda folder: (folder / "file").write_text("b", "utf-8"),
    "another mode": lambda folder: (folder / "file").chmod(0o600),
    "other times": lambda folder: os.utime(folder / "file", (1, 1)),
    "another name for it": lambda folder: os.link(folder / "file", folder.parent / "b"),
    "a folder's mode": lambda folder: folder.chmod(0o700),
    "a link": lambda folder: (folder / "link").symlink_to("file"),
}


@pytest.mark.parametrize("change", CHANGES)
def test_a_change_in_a_watched_folder_is_seen(tmp_path, change):
    """Whatever is done to files of the course, the home and the submissions."""
    folder = tmp_path / "watched"
    folder.mkdir()
    (folder / "file").write_text("a", "utf-8")
    before = look([folder], uid=ME.uid)
    CHANGES[change](folder)
    assert look([folder], uid=ME.uid).since(before) != []


def test_nothing_is_seen_where_nothing_happens(tmp_path):
    """Two looks at the same things are equal, whatever other people do."""
    (tmp_path / "file").write_text("a", "utf-8")
    with alone():
        before = look([tmp_path], uid=ME.uid)
        (tmp_path / "file").read_text("utf-8")
        assert look([tmp_path], uid=ME.uid).since(before) == []


def test_an_orphan_is_ended():
    """A process whose parent has gone, and which is stopped, is found and ended."""
    orphan = (
        "import os, signal, time\n"
        "if os.fork() == 0:\n"
        "    os.setsid()\n"
        "    os.kill(os.getpid(), signal.SIGSTOP)\n"
    )
    with adopting():
        living = descendants()
        subprocess.run([sys.executable, "-c", orphan], check=True)
        (left,) = descendants() - living
        end([left])
        assert left not in descendants()


RECORD = {"student": "001-x", "status": "graded", "score": 0.0, "wall_seconds": 0.1}
TEST = {"outcome": "failed", "output": {"stdout": "", "stderr": ""}}


def made(*, out="", report="", cell="fine", **changes):
    """Make a run by hand."""
    table = io.StringIO()
    csv.writer(table).writerow(["student", cell])
    record = {**RECORD, "tests": [TEST], "note": out, **changes}
    record["student"] = f"001-{attacks()[0].student}"
    return Run(
        level="full",
        person=ME,
        exit_code=0,
        out=json.dumps({"results": [record]}),
        err="",
        reports={"grades.csv": table.getvalue(), "report.html": report},
        secrets={"home": "0123456789abcdef"},
        leftovers=(),
        heard=(),
        largest_bytes=0,
    )


@pytest.mark.parametrize("secret", ["0123456789abcdef", "root:x:0:0"])
def test_a_secret_in_a_report_is_seen(secret):
    """It is found in the printed records and in the files."""
    assert made().secrets_shown() == []
    assert len(made(out=f"x{secret}x").secrets_shown()) == 1
    assert len(made(report=f"x{secret}x").secrets_shown()) == 1


@pytest.mark.parametrize(
    "where",
    [
        {"report": "\x1b[31m"},
        {"report": "\0"},
        {"report": "<script>alert(1)</script>"},
        *({"cell": f"{first}1+1"} for first in "=+-@\t"),
    ],
)
def test_what_a_reader_would_run_is_seen(where):
    """Terminal codes, scripts and formulas are found in the reports."""
    assert made().unescaped() == []
    assert len(made(**where).unescaped()) == 1


@pytest.mark.parametrize(
    ("change", "finding"),
    [
        ({"status": "not_graded"}, "status not_graded"),
        ({"score": 0.5}, "score 0.5"),
        ({"wall_seconds": 2.6}, "took 2.6 s"),
        ({"tests": [TEST | {"outcome": "skipped"}]}, "outcome skipped"),
    ],
)
def test_a_mark_unlike_a_safe_graders_is_seen(change, finding):
    """Points, a skipped test, a late end and an excuse are found in a record."""
    attack = attacks()[0]
    assert made().unlike_safe(attack) == []
    assert made(**change).unlike_safe(attack) == [finding]


@pytest.mark.parametrize("word", ["LEAK", "ESCAPE", "STATE"])
def test_what_an_attack_tells_is_seen(word):
    """It is found wherever in its record it stands."""
    assert made().told(attacks()[0]) == []
    said = {"stdout": f"a\nATTACK-{word} it\nb", "stderr": ""}
    told = made(tests=[TEST | {"output": said}]).told(attacks()[0])
    assert told == [f"ATTACK-{word} it"]


def test_a_killed_group_is_no_concern_of_ours():
    """Ending what was left spares processes that were there before."""
    with adopting(), subprocess.Popen(["sleep", "20"]) as before:
        end(descendants() - {before.pid})
        assert before.poll() is None
        before.send_signal(signal.SIGKILL)
