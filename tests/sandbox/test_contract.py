"""What every launcher promises of calls, output and boxes."""

import random
from importlib.machinery import PathFinder
from pathlib import Path

import numpy as np
import pytest

from grader.model import Outcome
from grader.remote import LoadFailed, StudentError
from grader.sandbox import Stopped


class TestCalls:
    def test_a_call_returns_its_value(self, enter):
        """A function of the student's is called with the test's argument."""
        assert enter("def f(x): return x + 1").f(41) == 42

    def test_a_process_serves_call_after_call(self, enter):
        """Within one test the module keeps its state."""
        student = enter("seen = []\ndef f(x):\n seen.append(x)\n return seen")
        student.f(1)
        assert student.f(2) == [1, 2]

    def test_an_import_that_raises_is_a_fault(self, enter):
        """What the file raises at import is a fault with its line."""
        with pytest.raises(LoadFailed) as caught:
            enter("x = 1\nx / 0\n")
        fault = caught.value.fault
        said = (fault.kind, fault.message, fault.line)
        assert said == ("import", "ZeroDivisionError: division by zero", 2)

    def test_a_file_that_does_not_compile_is_a_fault(self, enter):
        """A syntax error is a fault with its line."""
        with pytest.raises(LoadFailed) as caught:
            enter("x = 1\nx = (\n")
        fault = caught.value.fault
        said = (fault.kind, fault.message, fault.line)
        assert said == ("syntax", "SyntaxError: '(' was never closed", 2)

    def test_threads_may_call_back(self, enter):
        """Threads of the student's may call the test's function, one at a time."""
        student = enter(
            "from concurrent.futures import ThreadPoolExecutor\n"
            "def f(x):\n"
            " with ThreadPoolExecutor(4) as pool: return list(pool.map(x, range(40)))\n"
        )
        assert student.f(lambda n: n * n) == [n * n for n in range(40)]

    def test_a_large_argument_passes_a_full_pipe(self, enter):
        """A process that prints while it is sent something large does not lock up."""
        student = enter(
            "import threading\n"
            "def f(x): threading.Thread(target=print, args=('o' * 2**21,)).start()\n"
            "def g(x): return x.sum()\n"
        )
        student.f(0)
        assert student.g(np.ones(2**20)) == 2**20


class TestOutput:
    def test_streams_are_kept_apart(self, start):
        """Standard output and standard error are kept, each for itself."""
        life = start("import sys\ndef f(x): print('a'); print('b', file=sys.stderr)\n")
        life.enter().f(0)
        life.process.ending()
        output = life.process.output()
        assert (output.stdout, output.stderr, output.truncated) == ("a\n", "b\n", False)

    def test_output_at_import_is_kept(self, start):
        """What the file prints while it is imported counts as output too."""
        life = start("print('imported')\ndef f(x): pass")
        life.enter()
        life.process.ending()
        assert life.process.output().stdout == "imported\n"

    def test_output_before_a_hang_is_kept(self, start):
        """What was printed line by line before the time ran out can be read."""
        life = start("def f(x):\n print('here')\n while True: pass", wall_seconds=0.3)
        student = life.enter()
        with pytest.raises(Stopped):
            student.f(0)
        life.process.ending()
        assert life.process.output().stdout == "here\n"

    def test_only_the_beginning_is_kept(self, start):
        """Of long output the first part is kept, and it says so."""
        life = start("def f(x): print('12345678' * x)", output_kept_bytes=12)
        life.enter().f(1000)
        life.process.ending()
        output = life.process.output()
        assert (output.stdout, output.truncated) == ("123456781234", True)

    def test_bytes_that_are_no_text_are_replaced(self, start):
        """Output need not be UTF-8."""
        life = start("import os\ndef f(x): os.write(1, b'\\xff<')")
        life.enter().f(0)
        life.process.ending()
        assert life.process.output().stdout == "\N{REPLACEMENT CHARACTER}<"

    @pytest.mark.parametrize("stream", ["stdout", "stderr"])
    def test_a_flood_is_stopped(self, start, stream):
        """A process that prints more than is allowed is stopped, at the cap."""
        life = start(
            f"import sys\ndef f(x):\n while True: sys.{stream}.write('y' * 65536)",
            output_bytes=1 << 20,
            output_kept_bytes=100,
        )
        student = life.enter()
        with pytest.raises(Stopped, match="printed more than 1048576 bytes") as caught:
            student.f(0)
        life.process.ending()
        assert caught.value.outcome == Outcome.OUTPUT
        assert getattr(life.process.output(), stream) == "y" * 100

    def test_closed_streams_do_no_harm(self, enter):
        """A student may close standard output and still answer."""
        student = enter("import os\ndef f(x):\n os.close(1)\n return 5")
        assert student.f(0) == 5


class TestBoxes:
    def test_processes_of_a_box_share_nothing(self, start):
        """Neither globals, modules, files nor the environment reach the next test."""
        life = start(
            "import math, os, random, sys, numpy as np\n"
            "count = []\n"
            "def f(x):\n"
            " count.append(x)\n"
            " math.seen = getattr(math, 'seen', 0) + 1\n"
            " np.seen = getattr(np, 'seen', 0) + 1\n"
            " os.environ['SEEN'] = os.environ.get('SEEN', '') + 'x'\n"
            " open('seen', 'a').write('x')\n"
            " seen = math.seen, np.seen, os.environ['SEEN'], open('seen').read()\n"
            " old = sys.modules.get('seen'), np.geterr()['divide'], f.__dict__\n"
            " sys.modules['seen'] = f.seen = 'before'\n"
            " np.seterr(all='ignore')\n"
            " return len(count), *seen, *old, random.random(), np.random.rand()\n"
        )
        first = life.enter().f(0)
        life.process.end()
        second = life.another(following=1)
        third = life.another()
        assert first[:7] == (1, 1, 1, "x", "x", None, "warn")
        assert second.enter().f(0) == first
        second.process.end()
        assert third.enter().f(0) == first

    def test_each_process_has_a_folder_of_its_own(self, start):
        """The working folder is new and empty, and temporary files go there."""
        life = start(
            "import os, tempfile\n"
            "def f(x):\n"
            " found = os.listdir()\n"
            " with tempfile.NamedTemporaryFile('w', delete=False) as file:\n"
            "  file.write('x')\n"
            " home = os.path.realpath(os.path.expanduser('~'))\n"
            " folders = {os.path.dirname(os.path.realpath(file.name)), home}\n"
            " return found, os.getcwd(), folders == {os.getcwd()}\n"
        )
        first, second = life.enter().f(0), life.another().enter().f(0)
        assert (first[0], first[2], second[0], second[2]) == ([], True, [], True)
        assert first[1] != second[1]

    def test_a_process_made_ahead_keeps_its_output(self, start):
        """Each process has its own output, though they may run at the same time."""
        life = start("print('start')\ndef f(x): print(x)")
        second = life.another(following=1)
        third = life.another()
        for each in (third, second, life):
            each.enter().f(id(each))
            each.process.ending()
            assert each.process.output().stdout == f"start\n{id(each)}\n"

    def test_boxes_do_not_mix(self, start):
        """Each box has its own source, also if their processes live side by side."""
        one, two = start("def f(x): return 1"), start("def f(x): return 2")
        assert (two.enter().f(0), one.enter().f(0)) == (2, 1)
        assert (one.another().enter().f(0), two.another().enter().f(0)) == (1, 2)

    def test_closing_a_box_ends_its_processes(self, start, gone, outside):
        """A closed box leaves no process, those that nobody ended included."""
        life = start("import os\ndef f(x): return os.getpid()")
        lives = life, life.another(following=1)
        processes = [outside(each.enter().f(0)) for each in lives]
        life.box.close()
        assert [gone(process) for process in processes] == [True, True]


class TestSurroundings:
    def test_random_numbers_are_the_same_for_everybody(self, enter):
        """The global generators begin with one fixed seed."""
        student = enter(
            "import random, numpy as np\n"
            "def f(x): return random.random(), np.random.rand(2)"
        )
        first, array = student.f(0)
        assert first == random.Random(0).random()
        assert array.tolist() == np.random.RandomState(0).rand(2).tolist()

    def test_hashes_are_the_same_for_everybody(self, enter):
        """Sets of strings come in one order."""
        source = "def f(x): return hash('a'), list({'a', 'b', 'c', 'd'})"
        assert enter(source).f(0) == enter(source).f(0)

    def test_the_environment_is_a_fixed_list(self, enter):
        """No variable of the course's own environment is seen."""
        environment = enter("import os\ndef f(x): return dict(os.environ)").f(0)
        wanted = {
            *("PATH", "LANG", "HOME", "TMPDIR", "PYTHONHASHSEED", "MPLBACKEND"),
            *("PYTHONUTF8", "OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS"),
            "MKL_NUM_THREADS",
        }
        assert set(environment) - {"TEMP", "TMP", "LC_CTYPE"} == wanted
        assert "hunter2" not in str(environment)

    def test_no_checkout_can_be_imported(self, enter):
        """No path of the grader's own sources is searched for modules."""
        paths = enter("import sys\ndef f(x): return sys.path").f(0)
        names = ("grader", "problems", "solutions", "tests", "conftest")
        outside = [path for path in paths if Path(path).name != "site-packages"]
        assert [PathFinder.find_spec(name, outside) for name in names] == [None] * 5
        assert not {"", ".", str(Path.cwd())} & set(paths)

    def test_no_test_code_is_loaded(self, enter):
        """Neither pytest nor anything of the grader is among the modules."""
        loaded = enter("import sys\ndef f(x): return sorted(sys.modules)").f(0)
        assert [name for name in loaded if name.startswith("grader.")] == []
        assert {"pytest", "_pytest"} & {name.partition(".")[0] for name in loaded} == (
            set()
        )

    @pytest.mark.parametrize("name", ["grader", "grader.testing", "grader.worker.life"])
    def test_the_grader_cannot_be_imported(self, enter, name):
        """The package is refused, wherever it is installed."""
        student = enter(f"def f(x):\n import {name}")
        with student.raises("ModuleNotFoundError"):
            student.f(0)

    def test_standard_input_is_empty(self, enter):
        """There is nothing to read, and input() says why."""
        student = enter(
            "import sys\ndef f(x): return sys.stdin.read()\ndef g(x): input('n? ')"
        )
        assert student.f(0) == ""
        with pytest.raises(StudentError) as caught:
            student.g(0)
        assert str(caught.value) == (
            "EOFError: input() has nobody to ask here: functions get their arguments"
        )

    def test_no_descriptor_but_the_wire_is_open(self, enter):
        """A process holds its wire and the three standard streams, nothing else."""
        student = enter(
            "import os, stat\n"
            "def f(x):\n"
            " found = []\n"
            " for descriptor in range(1000):\n"
            "  try: mode = os.fstat(descriptor).st_mode\n"
            "  except OSError: continue\n"
            "  found.append(stat.filemode(mode)[0])\n"
            " return found\n"
        )
        assert student.f(0)[1:] == ["p", "p", "s"]
