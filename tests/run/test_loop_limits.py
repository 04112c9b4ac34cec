"""A submission's time, and problems that are not fit to be run."""

import time

import pytest

from grader.errors import ProblemBroken, SandboxFailed

MANY = """
import pytest
@pytest.mark.category("values")
@pytest.mark.parametrize("n", range(10))
def test_doubles(student, n):
    assert student.f(n) == 2 * n
"""
G = "\ndef g(x): return x, 2.0 * x\n"


class TestTime:
    def test_what_there_is_no_time_for_is_not_run(self, make_setup, start, task):
        """When a submission's time is used up the other tests are marked at once."""
        runner = start(make_setup(MANY, wall_seconds=0.4, submission_seconds=1.0))
        assert {test.outcome for test in runner.run(task()).tests} == {"passed"}
        began = time.monotonic()
        report = runner.run(task("import time\ndef f(x): time.sleep(60)"))
        assert time.monotonic() - began < 2.5
        assert {test.outcome for test in report.tests} == {"timeout"}
        assert report.fault is None
        not_run = "not run: the submission's time was used up by the tests before"
        assert [test.message for test in report.tests[:2]] == ["its time ran out"] * 2
        assert [test.message for test in report.tests[-5:]] == [not_run] * 5
        assert {test.outcome for test in runner.run(task()).tests} == {"passed"}

    def test_running_out_of_time_is_no_fault_of_the_import(
        self, make_setup, start, task
    ):
        """A file that imports well has no fault because the last test came too late."""
        runner = start(make_setup(MANY, wall_seconds=0.6, submission_seconds=0.9))
        report = runner.run(
            task("import time\ntime.sleep(0.2)\ndef f(x):\n time.sleep(60)")
        )
        assert report.fault is None
        assert {test.outcome for test in report.tests} == {"timeout"}

    def test_the_time_of_all_tests_is_never_more_than_their_sum(
        self, make_setup, start, task
    ):
        """A hang in every test costs each its limit, and no test the others' time."""
        hidden = "def test_two(student):\n    assert student.f(2) == 4\n"
        runner = start(make_setup(hidden, wall_seconds=0.6))
        runner.proof()
        began = time.monotonic()
        report = runner.run(task("import time\ndef f(x): time.sleep(60)"))
        assert 1.0 < time.monotonic() - began < 3.0
        assert [test.message for test in report.tests] == ["its time ran out"] * 2


BROKEN = {
    "def test_x(student) assert": "SyntaxError",
    "import no_such_module": "No module named 'no_such_module'",
    "import pytest\n@pytest.mark.unknown\ndef test_n(student): pass": "unknown",
    "def test_one(student): pass": "two tests have the id test_one",
    "import pytest\ndef test_x(student): pytest.exit('enough')": "enough",
    (
        "import pytest\n@pytest.mark.xfail\n"
        "def test_x(student): assert student.f(1) == 3"
    ): "pytest says",
}


class TestAuthorsFaults:
    def test_what_the_reference_fails_too_is_internal(self, make_setup, start, task):
        """An exception that the reference meets as well is not the student's fault."""
        runner = start(
            make_setup(
                "def test_broken(student):\n"
                "    student.f(1)\n"
                "    raise KeyError('author')\n"
                "def test_too_much(student):\n"
                "    assert student.f('a') == 'b'\n"
                "def test_good(student):\n"
                "    assert student.f(2) == 4\n"
            )
        )
        report = runner.run(task())
        said = {test.id: (test.outcome, test.message) for test in report.tests}
        assert said["test_broken"] == ("internal", "KeyError: 'author'")
        assert said["test_too_much"][0] == "internal"
        assert said["test_good"] == ("passed", "")

    def test_without_a_reference_the_student_is_blamed(self, make_setup, start, task):
        """Where no reference proves the tests, what goes wrong is a failure."""
        hidden = "def test_odd(student):\n    student.f(1)\n    raise KeyError('odd')\n"
        runner = start(make_setup(hidden, reference=None))
        assert runner.proof().reference is None
        test = runner.run(task()).tests[1]
        assert (test.outcome, test.message) == (
            "failed",
            "the result could not be used: KeyError: 'odd'",
        )

    def test_a_fixture_that_fails_is_internal(self, make_setup, start, task):
        """A fixture that cannot be set up is not the student's fault."""
        runner = start(
            make_setup(
                "import pytest\n"
                "@pytest.fixture\n"
                "def ten(): return 10 / 0\n"
                "def test_ten(student, ten): assert student.f(ten) == 20\n"
            )
        )
        test = runner.run(task()).tests[1]
        assert (test.outcome, test.message) == (
            "internal",
            "ZeroDivisionError: division by zero",
        )

    @pytest.mark.parametrize("hidden", BROKEN)
    def test_a_file_that_cannot_be_run_is_broken(self, make_setup, start, task, hidden):
        """What is wrong with the tests is told as the problem's fault."""
        runner = start(make_setup(hidden))
        with pytest.raises(ProblemBroken) as caught:
            runner.run(task())
        assert BROKEN[hidden] in str(caught.value)

    def test_no_tests_are_broken(self, make_setup, start, task):
        """Files without any test are not fit to grade."""
        runner = start(make_setup("X = 1", examples="Y = 2"))
        with pytest.raises(ProblemBroken, match="pytest found no tests"):
            runner.run(task())

    def test_tests_that_cannot_be_collected_again(
        self, make_setup, start, task, tmp_path
    ):
        """A file that breaks while it is in use ends the runner, with the reason."""
        setup = make_setup(
            "SEEN = []\ndef test_x(student):\n    SEEN.append(1)\n"
            "    assert student.f(1) == 2\n"
        )
        runner = start(setup)
        assert runner.proof().stateful
        assert runner.run(task()).tests[1].outcome == "passed"
        (tmp_path / "problem" / "test_hidden.py").write_text("1 / 0")
        with pytest.raises(SandboxFailed) as caught:  # noqa: PT012
            for _ in range(2):  # they may have been collected just before
                runner.run(task())
        assert "cannot be run again: E   ZeroDivisionError" in str(caught.value)


class TestAuthorsFreedom:
    def test_plain_pytest_works(self, make_setup, start, task):
        """Classes, fixtures with teardown, tmp_path, monkeypatch and marks work."""
        runner = start(
            make_setup(
                "import pytest, random, sys\n"
                "@pytest.fixture(autouse=True)\n"
                "def around(): yield\n"
                "@pytest.fixture(params=[1, 2])\n"
                "def either(request): return request.param\n"
                "class TestAll:\n"
                "    def setup_method(self): self.n = 3\n"
                "    @pytest.mark.category('values')\n"
                "    def test_either(self, student, either):\n"
                "        assert student.f(either + self.n) == 2 * (either + self.n)\n"
                "    def test_folder(self, student, tmp_path, monkeypatch):\n"
                "        monkeypatch.setattr(random, 'random', lambda: 4)\n"
                "        assert student.f(random.random()) == 8\n"
                "def test_prints(student):\n"
                "    print('a', file=sys.stdout); print('b', file=sys.stderr)\n"
                "def test_writes():\n"
                "    import os\n"
                "    os.write(1, b'{\"report\": 1}\\n')\n"
                "    assert sys.stdin.read() == ''\n"
            )
        )
        for _ in range(2):
            report = runner.run(task())
            assert {test.message for test in report.tests} == {""}
            assert {test.id: test.outcome.value for test in report.tests} == {
                "test_one": "passed",
                "TestAll::test_either[1]": "passed",
                "TestAll::test_either[2]": "passed",
                "TestAll::test_folder": "passed",
                "test_prints": "passed",
                "test_writes": "passed",
            }

    def test_support_is_there_for_tests(self, make_setup, start, task):
        """A problem's support.py runs beside the student's code."""
        hidden = (
            "def test_x(student):\n    assert student.f(student.support.Three()) == 6\n"
        )
        support = "class Three:\n def __rmul__(self, n): return 3 * n\n"
        runner = start(make_setup(hidden, support=support))
        assert runner.run(task()).tests[1].outcome == "passed"
