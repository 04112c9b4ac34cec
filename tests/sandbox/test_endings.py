"""What every launcher promises of hangs, deaths and what is left afterwards."""

import os
import sys
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path

import pytest

from grader.errors import SandboxFailed
from grader.model import Outcome
from grader.remote import LoadFailed, StudentError
from grader.sandbox import Stopped
from grader.wire.exits import BROKEN_WIRE

# What is left to the operating system alone is tried with one launcher.
ONE_LAUNCHER = pytest.mark.parametrize(
    "kind", ["none" if sys.platform == "linux" else "plain"], indirect=True
)

# A process whose wire was closed ends itself, if it has not been killed before.
GONE = {0, BROKEN_WIRE, -9}

HANGS = {
    "loop": "while True: pass",
    "sleep": "time.sleep(60)",
    "swallowed": """
    while True:
        try:
            while True: pass
        except BaseException: pass""",
    "ignored": """
    for number in {*range(1, 65)} - {9, 19, 32, 33}: signal.signal(number, 1)
    while True: time.sleep(1)""",
    "stopped": "os.kill(os.getpid(), signal.SIGSTOP)",
    "blocked": """
    signal.pthread_sigmask(signal.SIG_BLOCK, range(1, 65))
    time.sleep(60)""",
    "locked": """
    lock = threading.Lock()
    with lock, lock: pass""",
}


def check_hang(start, gone, outside, hang):
    """Let a call hang and see it end at the limit."""
    life = start(
        "import os, signal, threading, time\n"
        "def pid(): return os.getpid()\n"
        f"def f(x):\n    {HANGS[hang]}\n",
        wall_seconds=0.4,
    )
    began = time.monotonic()
    student = life.enter()
    process = outside(student.pid())
    with pytest.raises(Stopped) as caught:
        student.f(0)
    took = time.monotonic() - began
    life.process.ending()
    said = (caught.value.outcome, str(caught.value))
    assert said == (Outcome.TIMEOUT, "its time ran out")
    assert 0.3 < took < 2.4
    assert gone(process)


class TestTime:
    @pytest.mark.parametrize("hang", ["loop", "stopped"])
    def test_a_hang_ends_at_the_limit(self, start, gone, outside, hang):
        """A process that never answers is ended, and is gone."""
        check_hang(start, gone, outside, hang)

    @ONE_LAUNCHER
    @pytest.mark.parametrize("hang", sorted({*HANGS} - {"loop", "stopped"}))
    def test_a_hang_cannot_defend_itself(self, start, gone, outside, hang):
        """Whatever the code does against it, its time runs out when it should."""
        check_hang(start, gone, outside, hang)

    def test_a_hang_at_import_is_a_fault(self, enter):
        """The time of the import counts."""
        with pytest.raises(LoadFailed) as caught:
            enter("while True: pass", wall_seconds=0.3)
        fault = caught.value.fault
        assert (fault.kind, fault.message) == (
            "timeout",
            "while the file was imported, its time ran out",
        )

    def test_processor_time_is_limited(self, enter):
        """Processor time runs out for itself, told by the operating system."""
        student = enter("def f(x):\n while True: pass", cpu_seconds=1)
        with pytest.raises(Stopped) as caught:
            student.f(0)
        said = (caught.value.outcome, str(caught.value))
        assert said == (Outcome.TIMEOUT, "its processor time ran out")


DEATHS = {
    "os._exit(3)": "it ended its own process (exit code 3)",
    "os._exit(0)": "it ended its own process (exit code 0)",
    "ctypes.string_at(0)": "its process died of SIGSEGV",
    "os.kill(os.getpid(), signal.SIGSEGV)": "its process died of SIGSEGV",
    "os.kill(os.getpid(), signal.SIGKILL)": "its process died of SIGKILL",
    "os.kill(os.getpid(), 40)": "its process died of signal 40",
    "os.abort()": "its process died of SIGABRT",
}


class TestDeath:
    @ONE_LAUNCHER
    @pytest.mark.parametrize("death", DEATHS)
    def test_a_death_is_told(self, enter, death):
        """A process that dies during a call is a crash, with its cause."""
        student = enter(f"import ctypes, os, signal\ndef f(x): {death}")
        with pytest.raises(Stopped) as caught:
            student.f(0)
        said = (caught.value.outcome, str(caught.value))
        assert said == (Outcome.CRASHED, DEATHS[death])

    @pytest.mark.parametrize("death", ["os._exit(0)", "os.abort()"])
    def test_a_death_at_import_is_a_fault(self, enter, death):
        """A process that dies during the import is a fault of the submission."""
        with pytest.raises(LoadFailed, match="while the file was imported") as caught:
            enter(f"import os\n{death}")
        assert caught.value.fault.kind == "crashed"

    @ONE_LAUNCHER
    def test_sys_exit_is_an_exception(self, enter):
        """SystemExit ends the call, not the process."""
        student = enter("import sys\ndef f(x): return sys.exit(0) if x else 2")
        with pytest.raises(StudentError, match="SystemExit: 0"):
            student.f(1)
        assert student.f(0) == 2

    @ONE_LAUNCHER
    def test_recursion_without_end_is_an_exception(self, enter):
        """RecursionError ends the call, not the process."""
        student = enter("def f(x): return f(x) if x else 2")
        with pytest.raises(StudentError) as caught:
            student.f(1)
        assert caught.value.kind == "RecursionError"
        assert student.f(0) == 2

    @ONE_LAUNCHER
    @pytest.mark.parametrize(
        "bomb",
        [
            "numpy.ones(2**28)",
            "[bytearray(2**22) for _ in range(1000)]",
            "kept.extend(bytes(2**16) for _ in range(2**20))",
        ],
    )
    def test_memory_is_limited(self, enter, bomb):
        """More memory than is allowed is a MemoryError, in one piece or in many."""
        student = enter(
            f"import numpy\nkept = []\ndef f(x): return len({bomb})",
            address_space_bytes=600 << 20,
        )
        with pytest.raises(StudentError) as caught:
            student.f(0)
        assert caught.value.kind == "MemoryError"

    @ONE_LAUNCHER
    def test_files_are_limited(self, enter):
        """A file grows to the limit, then writing fails."""
        student = enter(
            "def f(x):\n"
            " with open('big', 'wb', buffering=0) as file:\n"
            "  for _ in range(x): file.write(bytes(1000))",
            file_bytes=10_000,
        )
        assert student.f(10) is None
        with pytest.raises(StudentError, match=r"OSError: .* File too large"):
            student.f(12)


DAEMON = """
import os, time

def f(x):
    read, write = os.pipe()
    if os.fork() == 0:
        os.setsid()
        if os.fork() == 0:
            os.write(write, b"%d" % os.getpid())
            time.sleep(60)
        os._exit(0)
    return int(os.read(read, 20))

def g(x):
    os.kill(os.getppid(), 9)
    time.sleep(60)
"""


class TestAfterwards:
    @pytest.mark.parametrize("kind", ["none", "plain"], indirect=True)
    def test_child_processes_are_gone(self, start, gone):
        """Processes that the code started do not outlive the test."""
        life = start(
            "import os, signal, time\n"
            "def f(x):\n"
            " child = os.fork()\n"
            " if child: return child\n"
            " signal.signal(signal.SIGTERM, signal.SIG_IGN)\n"
            " time.sleep(60)\n"
        )
        child = life.enter().f(0)
        os.kill(child, 0)  # it lives
        life.process.ending()
        assert gone(child)

    @pytest.mark.parametrize("kind", ["none"], indirect=True)
    def test_daemons_are_gone(self, start, gone):
        """A process that hides, by two forks and a session of its own, is found."""
        life = start(DAEMON)
        daemon = life.enter().f(0)
        os.kill(daemon, 0)  # it lives
        life.process.ending()
        assert gone(daemon)

    @pytest.mark.parametrize("kind", ["none"], indirect=True)
    def test_daemons_of_a_box_that_was_killed_are_gone(
        self, own_server, own_launcher, open_box, gone
    ):
        """What comes to the launcher or to the server ends with it."""
        student = open_box(own_launcher, DAEMON, wall_seconds=1.0).enter()
        daemon = student.f(0)
        with pytest.raises(Stopped):
            student.g(0)
        own_server.close()
        assert gone(daemon)

    def test_threads_and_exit_hooks_hold_nothing_up(self, start):
        """A process that does not want to end is ended all the same."""
        life = start(
            "import atexit, threading, time\n"
            "class Slow:\n"
            " def __del__(self): time.sleep(60)\n"
            "slow = Slow()\n"
            "atexit.register(time.sleep, 60)\n"
            "def f(x): threading.Thread(target=time.sleep, args=(60,)).start()\n"
        )
        life.enter().f(0)
        began = time.monotonic()
        life.process.ending()
        assert time.monotonic() - began < 2

    def test_the_scratch_folder_is_gone(self, kind, start):
        """What a test wrote is gone with it, however deep and whatever its modes."""
        life = start(
            "import contextlib, os\n"
            "def f(x):\n"
            " here = os.getcwd()\n"
            " open('file', 'w').close()\n"
            " os.symlink('/', 'root')\n"
            " for _ in range(x): os.mkdir('d'); os.chdir('d')\n"
            " open('file', 'w').close()\n"
            " with contextlib.suppress(PermissionError): os.chmod('.', 0)\n"
            " return here\n"
        )
        scratch = Path(life.enter().f(1100 if kind != "plain" else 5))
        assert (scratch / "file").exists() == (kind not in ("full", "flat"))
        life.close()
        assert not scratch.exists()

    @pytest.mark.parametrize("kind", ["none", "plain"], indirect=True)
    @pytest.mark.usefixtures("kind")
    def test_nothing_is_left_behind(
        self, request, open_box, gone, tmp_path, monkeypatch
    ):
        """What is closed leaves neither a file nor a process."""
        monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
        server = request.getfixturevalue("own_server")
        launcher = request.getfixturevalue("own_launcher")
        life = open_box(
            launcher, "import os\ndef f(x): return os.getpid(), os.getcwd()"
        )
        process, folder = life.enter().f(0)
        assert Path(folder).is_relative_to(tmp_path)
        open_box(launcher, "while True: pass").close()
        life.process.end()
        launcher.close()  # with the box of the first still open
        server.close()
        assert gone(process)
        assert list(tmp_path.iterdir()) == []

    def test_many_tests_leak_nothing(
        self, kind, own_launcher, open_box, children, descriptors
    ):
        """After many tests there are as many descriptors, processes and threads."""

        def count() -> tuple[int, int, int]:
            life = open_box(own_launcher, "def f(x): print(x); return x")
            for _ in range(5):
                assert life.enter().f(1) == 1
                life.process.end()
                life.process.ending()
                life = life.another(following=1)
            life.process.ending()
            life.box.close()
            time.sleep(0.1)  # what is made ahead has started by then
            return descriptors(), len(children()), threading.active_count()

        first = count()
        for _ in range(10 if kind != "plain" else 1):
            last = count()
        # One connection of a process made ahead may have been taken or not.
        assert abs(last[0] - first[0]) <= 1
        assert last[1:] == first[1:]

    def test_endings_may_be_asked_for_late(self, kind, start, descriptors):
        """Many processes may be ended first and asked about when all is over."""
        life = start("print('!')\ndef f(x): return x")
        before = descriptors()
        processes = []
        for _ in range(350 if kind != "plain" else 2):
            processes.append(life.another(following=1))
            processes[-1].enter()
            processes[-1].process.end()
            assert processes[-1].process.output().stdout == "!\n"
        assert descriptors() < before + 50
        codes = {each.process.ending().exit_code for each in processes}
        assert codes <= GONE


class TestEnding:
    def test_end_may_be_called_again(self, start):
        """A process can be ended twice, and says the same of its end each time."""
        process = start("def f(x): return x").process
        process.end()
        process.end()
        assert process.ending() == process.ending()
        assert process.ending().exit_code in GONE

    def test_a_process_that_was_ended_answers_no_more(self, start):
        """A call on a process that was ended is stopped."""
        life = start("def f(x): return x")
        student = life.enter()
        life.process.ending()
        with pytest.raises(Stopped):
            student.f(0)

    def test_the_ending_tells_exit_code_and_processor_time(self, kind, start):
        """The operating system's word on the end is kept."""
        life = start(
            "import os, time\n"
            "def f(x):\n"
            " while time.process_time() < 0.3: pass\n"
            " os._exit(9)\n"
        )
        student = life.enter()
        with pytest.raises(Stopped):
            student.f(0)
        ending = life.process.ending()
        assert ending.exit_code == 9
        if kind != "plain":
            assert 0.2 < ending.cpu_seconds < 3

    def test_a_launcher_outlives_its_boxes(self, enter):
        """After the worst test the next is served as ever."""
        with pytest.raises(Stopped):
            enter("import os\ndef f(x): os.abort()").f(0)
        assert enter("def f(x): return x").f(3) == 3

    @pytest.mark.usefixtures("kind")
    def test_a_launcher_that_is_gone_is_our_fault(
        self, request, open_box, children, gone
    ):
        """When a launcher is killed with all below it, nobody blames the student."""
        before = set(children())
        launcher = request.getfixturevalue("own_launcher")
        life = open_box(launcher, "def f(x): return x")
        life.enter()
        for process in set(children()) - before:
            with suppress(ProcessLookupError):  # it has ended with another
                os.kill(process, 9)
            assert gone(process)
        began = time.monotonic()
        with pytest.raises(SandboxFailed):
            open_box(launcher, "def f(x): return x").enter()
        assert time.monotonic() - began < 5
