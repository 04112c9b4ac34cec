"""One runner, many submissions: each test's outcome, and whose fault it is."""

import ctypes  # noqa: F401  # the students below use it: fail here if it is missing
import time

import pytest

from grader.model import Fault, FaultKind
from grader.run.runner import Runner

HIDDEN = '''
import random
import numpy as np
import pytest
from grader.testing import assert_close, assert_unchanged

@pytest.fixture
def ten():
    return 10

@pytest.fixture
def pair(rng):
    return rng.random(2)

@pytest.mark.category("values")
@pytest.mark.parametrize("n", [1, 2, pytest.param(3, id="three")])
def test_doubles(student, n, ten):
    """
    Any number is doubled,
    this one too.

    What follows is for authors only.
    """
    assert_close(student.f(n + ten), 2 * (n + ten))

@pytest.mark.category("values", points=0.25)
def test_zero(student):
    """Nothing doubled is nothing."""
    print("printed by a test", flush=True)
    result = student.f(0)
    assert result == 0

@pytest.mark.category("pair")
def test_pair(student):
    first, second = student.g(3)
    assert_close(first + second, 9.0)

def chance():
    return [int(np.random.randint(1000)), int(1000 * random.random())]

@pytest.mark.category("other")
@pytest.mark.parametrize("n", [1, 2])
def test_global_random_numbers(student, n):
    values = np.array(chance())
    assert_close(student.f(values), 2 * values)

class TestRandom:
    @pytest.mark.category("other")
    def test_random(self, student, pair):
        """Random numbers are doubled."""
        assert_close(student.f(pair), 2 * pair)
        assert_unchanged(student)

@pytest.mark.category("other")
def test_swallowed(student):
    try:
        student.f("swallow")
    except Exception:
        pass

@pytest.mark.category("other")
def test_skips(student):
    if student.f("skip") == "skip":
        pytest.skip("not for you")
'''
IDS = {
    "values": [
        "test_doubles[1]",
        "test_doubles[2]",
        "test_doubles[three]",
        "test_zero",
    ],
    "pair": ["test_pair"],
    "other": [
        *("test_global_random_numbers[1]", "test_global_random_numbers[2]"),
        *("TestRandom::test_random", "test_swallowed", "test_skips"),
    ],
}
ALL = ["test_one", *IDS["values"], *IDS["pair"], *IDS["other"]]
G = "\ndef g(x): return x, 2.0 * x\n"


@pytest.fixture(scope="module")
def runner(server, tmp_path_factory, write_problem):
    """One runner for all submissions here, with half a second for each test."""
    folder = tmp_path_factory.mktemp("loop") / "problem"
    made = Runner(
        server,
        write_problem(
            folder,
            HIDDEN,
            wall_seconds=0.6,
            address_space_bytes=700 << 20,
            output_bytes=100_000,
        ),
    )
    yield made
    made.close()


@pytest.fixture(scope="module")
def grade(runner, task):
    """Grade a source; afterwards the reference has full marks as ever."""

    def _grade(source, **options):
        report = runner.run(task(source, **options))
        again = runner.run(task())
        assert [test.outcome for test in again.tests] == ["passed"] * len(ALL)
        assert sum(test.points for test in again.tests) == pytest.approx(5.0)
        return report

    return _grade


@pytest.fixture(scope="module")
def outcome(grade, outcomes):
    """Grade a source; tell the outcome of the tests that did not pass."""

    def _outcome(source, **options):
        found = outcomes(grade(source, **options))
        return {test: found[test] for test in found if found[test] != "passed"}

    return _outcome


def by_id(report):
    """Return a report's tests by their ids."""
    return {test.id: test for test in report.tests}


class TestProof:
    def test_the_tests_are_known(self, runner):
        """Each test has its id, its sentence, its category and its own points."""
        tests = {test.id: test for test in runner.proof().tests}
        assert list(tests) == ALL
        assert {test.category for test in tests.values() if not test.visible} == set(
            IDS
        )
        one, doubles, pair = (
            tests["test_one"],
            tests["test_doubles[1]"],
            tests["test_pair"],
        )
        assert (one.title, one.visible, one.category) == ("One becomes two", True, None)
        assert doubles.title == "Any number is doubled, this one too"
        assert (pair.title, pair.visible, pair.category) == ("test_pair", False, "pair")
        assert (doubles.points, tests["test_zero"].points) == (None, 0.25)

    def test_reference_and_stub_are_graded(self, runner, outcomes):
        """The reference passes all, the stub nothing, and the tests keep no state."""
        proof = runner.proof()
        assert set(outcomes(proof.reference).values()) == {"passed"}
        assert set(outcomes(proof.stub).values()) == {"error"} | {"passed"}
        assert outcomes(proof.stub)["test_swallowed"] == "passed"
        assert proof.stateful is False


class TestPoints:
    def test_points_follow_categories(self, grade):
        """A category's points are shared evenly by the tests that state none."""
        tests = by_id(grade("def f(x): return 2 * x if x != 11 else 0" + G))
        assert [tests[test].points for test in IDS["values"]] == [
            0,
            *[2.75 / 3] * 2,
            0.25,
        ]
        assert [tests[test].max_points for test in IDS["other"]] == [1 / 5] * 5
        assert (tests["test_one"].points, tests["test_one"].max_points) == (0.0, 0.0)

    def test_a_skip_never_earns(self, grade):
        """A test that was skipped for what the student returned has no points."""
        test = by_id(grade("def f(x): return 'skip' if x == 'skip' else 2 * x" + G))[
            "test_skips"
        ]
        assert (test.outcome, test.points, test.message) == (
            "skipped",
            0.0,
            "not for you",
        )


BEHAVIOURS = {
    "failed": "return 7",
    "error": "raise ValueError('m')",
    "timeout": "x = iter(int, 1); sum(x)",
    "memory": "return bytearray(10**9)",
    "output": "print('x' * 200_000, flush=True)",
    "crashed": "import ctypes; ctypes.string_at(0)",
    "protocol": "import os; os.closerange(3, 50)",
}


class TestOutcomes:
    @pytest.mark.parametrize("expected", BEHAVIOURS)
    def test_one_test_is_lost(self, outcome, expected):
        """Whatever happens for one input costs that one test."""
        source = f"def f(x):\n if type(x) is int and x == 12: {BEHAVIOURS[expected]}\n"
        assert outcome(f"{source} return 2 * x{G}") == {"test_doubles[2]": expected}

    @pytest.mark.parametrize("how", ["sys.exit(0)", "os._exit(0)", "quit()"])
    def test_leaving_is_no_success(self, outcome, how):
        """A function that ends the program, with success, loses all its tests."""
        expected = "crashed" if "_exit" in how else "error"
        found = outcome(f"import os, sys\ndef f(x): {how}\n{G}")
        found.pop("test_swallowed", None)
        assert found == {
            test: expected
            for test in ALL
            if test not in ("test_pair", "test_swallowed")
        }

    @pytest.mark.parametrize("expected", ["timeout", "output", "crashed", "protocol"])
    def test_a_test_that_swallows_the_end_is_lost(self, outcome, expected):
        """A test that catches everything cannot save a process that was stopped."""
        source = "def f(x):\n if type(x) is str and x == 'swallow': "
        found = outcome(f"{source}{BEHAVIOURS[expected]}\n return 2 * x{G}")
        assert found == {"test_swallowed": expected}

    def test_a_wrong_value_is_explained(self, grade):
        """A failure tells the call, what was expected and got, and the difference."""
        test = by_id(grade("def f(x): return 2 * x + (x == 12)" + G))["test_doubles[2]"]
        failure = test.failure
        assert test.message == failure.differs
        assert (failure.call, failure.expected, failure.got, failure.line) == (
            "f(12)",
            "24",
            "25",
            None,
        )

    def test_a_plain_assert_is_explained(self, grade):
        """A plain assert gives pytest's own first line."""
        test = by_id(grade("def f(x): return 2 * x + (x is 0)" + G))["test_zero"]
        assert (test.outcome, test.message) == ("failed", "assert 1 == 0")
        assert test.failure.got == "1"

    def test_an_exception_is_explained(self, grade):
        """An error tells the student's own line, also after odd line ends."""
        source = "X = 'a\x0cb\x1cc\u2028d'\r\ndef f(x):\r\n    return 1 / 0\r\n" + G
        test = by_id(grade(source))["test_zero"]
        assert (test.outcome, test.message) == (
            "error",
            "ZeroDivisionError: division by zero",
        )
        assert (test.failure.line, test.failure.source, test.failure.call) == (
            3,
            "return 1 / 0",
            "f(0)",
        )

    def test_a_value_that_cannot_be_used_is_the_students_fault(self, grade):
        """What only this student's value makes go wrong in a test is a failure."""
        test = by_id(grade("def f(x): return 2 * x\ndef g(x): return None"))[
            "test_pair"
        ]
        assert test.outcome == "failed"
        assert test.message == (
            "the result could not be used: "
            "TypeError: cannot unpack non-iterable NoneType object"
        )
        assert (test.failure.call, test.failure.got) == ("g(3)", "None")

    def test_a_handle_that_is_used_is_the_students_fault(self, grade):
        """An object that claims to equal everything is a failure."""
        source = "class Yes:\n def __eq__(self, other): return True\n"
        test = by_id(grade(f"{source}def f(x): return Yes(){G}"))["test_zero"]
        assert (test.outcome, test.failure.got) == ("failed", "<twice.Yes object>")

    def test_a_changed_argument_is_a_failure(self, outcome):
        """A function that changes the caller's array loses the test that looks."""
        found = outcome(
            f"import numpy as np\ndef f(x):\n y = 2 * x\n"
            f" if isinstance(x, np.ndarray): x[:] = 0\n return y{G}"
        )
        assert found == {"TestRandom::test_random": "failed"}

    def test_output_is_kept_with_its_test(self, grade):
        """What the student's code prints stands with the test it was printed in."""
        source = "import sys\nprint('import')\ndef f(x):\n print(x)\n"
        tests = by_id(grade(f"{source} print('e', file=sys.stderr)\n return 2 * x{G}"))
        output = tests["test_doubles[1]"].output
        assert (output.stdout, output.stderr) == ("import\n11\n", "e\n")
        assert tests["test_pair"].output.stdout == "import\n"

    def test_times_are_told(self, grade):
        """Wall and processor time are measured apart."""
        tests = by_id(
            grade(
                "import time\n"
                "def f(x):\n"
                " if type(x) is int and x == 11: time.sleep(0.2)\n"
                " if type(x) is int and x == 12:\n"
                "  while time.process_time() < 0.2: pass\n"
                f" return 2 * x{G}"
            )
        )
        slept, worked = tests["test_doubles[1]"], tests["test_doubles[2]"]
        assert slept.wall_seconds > 0.2 > 0.15 > slept.cpu_seconds
        assert worked.cpu_seconds > 0.1


class TestFaults:
    def test_an_import_that_fails_marks_all_tests(self, grade, outcomes):
        """A file that cannot be imported is one fault; no test is run for nothing."""
        began = time.monotonic()
        report = grade("import math\n\nmath.sqrt(-1)\n")
        assert report.fault == Fault(
            kind=FaultKind.IMPORT,
            message="ValueError: math domain error",
            line=3,
            source="math.sqrt(-1)",
        )
        assert outcomes(report) == dict.fromkeys(ALL, "error")
        assert {test.message for test in report.tests} == {report.fault.message}
        assert time.monotonic() - began < 3

    @pytest.mark.parametrize(
        ("source", "kind", "result", "said"),
        [
            ("while True: pass", "timeout", "timeout", "its time ran out"),
            ("import os; os._exit(0)", "crashed", "crashed", "(exit code 0)"),
            ("import sys; sys.exit(0)", "import", "error", "sys.exit()"),
            ("input()", "import", "error", "nobody to ask"),
            ("def f(x", "syntax", "error", "'(' was never closed"),
            ("bytearray(2**33)", "memory", "memory", "MemoryError"),
            ("print('x' * 10**6)", "output", "output", "printed more than 100000"),
            ("def h(): pass", "missing_function", "error", "f is not defined"),
            ("import torchy", "import", "error", "No module named 'torchy'"),
            ("from . import g", "import", "error", "relative import"),
        ],
    )
    def test_each_fault_has_its_kind(self, grade, outcomes, source, kind, result, said):
        """Whatever goes wrong before the first call is told once, clearly."""
        began = time.monotonic()
        report = grade(source)
        assert report.fault.kind == kind
        assert said in report.fault.message
        assert "\n" not in report.fault.message
        assert outcomes(report) == dict.fromkeys(ALL, result)
        assert time.monotonic() - began < 4

    def test_a_missing_function_costs_only_its_tests(self, outcome):
        """A function that is not defined loses the tests that call it."""
        assert outcome("def f(x): return 2 * x") == {"test_pair": "error"}

    def test_what_intake_found_is_passed_on(self, grade, outcomes):
        """A file that intake could not read is marked without a process."""
        fault = Fault(kind=FaultKind.ENCODING, message="a NUL byte", line=2)
        report = grade("", fault=fault)
        assert report.fault == fault
        assert outcomes(report) == dict.fromkeys(ALL, "error")

    def test_a_slow_import_is_charged_once(self, outcome):
        """An import that fits into the limit fits for every test."""
        source = f"import time\ntime.sleep(0.35)\ndef f(x): return 2 * x{G}"
        assert outcome(source) == {}


class TestChoice:
    def test_tests_are_chosen_by_id(self, grade, outcomes):
        """Only the tests that were asked for are run and reported."""
        report = grade("def f(x): return 2 * x" + G, tests=("test_zero", "test_pair"))
        assert outcomes(report) == {"test_zero": "passed", "test_pair": "passed"}

    def test_tests_are_chosen_by_category(self, grade, outcomes):
        """Only the tests of a category are run; their points stay what they were."""
        report = grade("def f(x): return 2 * x" + G, categories=("values",))
        assert list(outcomes(report)) == IDS["values"]
        assert sum(test.points for test in report.tests) == pytest.approx(3.0)

    def test_the_order_does_not_matter(self, grade, outcomes):
        """In reverse each test gives what it gives in order."""
        source = (
            "calls = []\ndef f(x):\n calls.append(1)\n return 2 * x if x != 12 else 0"
        )
        there = grade(source + G)
        back = grade(source + G, reverse=True)
        assert list(outcomes(back)) == ALL[::-1]
        assert outcomes(back) == outcomes(there)


class TestRandomNumbers:
    SHOW = f"def f(x):\n print(repr(x))\n return 2 * x{G}"

    def shown(self, report):
        """Return what each test passed to the student."""
        return {test.id: test.output.stdout for test in report.tests}

    def test_a_seed_gives_the_same_inputs(self, grade):
        """Every submission with a seed gets the same inputs, in any order."""
        first = self.shown(grade(self.SHOW))
        assert self.shown(grade(self.SHOW, reverse=True)) == first
        assert self.shown(
            grade(self.SHOW, tests=("TestRandom::test_random",))
        ).items() <= (first.items())

    def test_global_generators_begin_anew_for_each_test(self, grade):
        """Global random numbers that a test draws depend on no other test."""
        shown = self.shown(grade(self.SHOW))
        first, second = "test_global_random_numbers[1]", "test_global_random_numbers[2]"
        assert shown[first] == shown[second]
        assert self.shown(grade(self.SHOW, tests=(second,))) == {second: shown[second]}

    def test_another_seed_gives_other_inputs(self, grade):
        """Inputs that are drawn differ from seed to seed, others do not."""
        first, second = (
            self.shown(grade(self.SHOW)),
            self.shown(grade(self.SHOW, seed=2)),
        )
        assert [test for test in ALL if first[test] != second[test]] == [
            "TestRandom::test_random"
        ]
