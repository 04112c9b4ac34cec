"""The test's functions, called by the student's code."""

import signal
import time

import numpy as np
import pytest

from grader.model import Outcome
from grader.remote import Student, StudentError
from grader.sandbox import Stopped


class Unknown(Exception):
    """A class that the student's process does not know."""


def test_a_function_of_the_test_is_called_back(enter):
    """The student's code calls the test's function, which can count the calls."""
    calls = []

    def square(x):
        calls.append(x)
        return x * x

    student = enter("def f(x): return [x(n) for n in range(3)]")
    assert student.f(square) == [0, 1, 4]
    assert calls == [0, 1, 2]


def test_arguments_and_arrays_cross_both_ways(enter):
    """A callback takes arrays, names and defaults, and gives arrays back."""
    student = enter("def f(x, y): return x(y, scale=3.0), x(y[::2])")
    first, second = student.f(lambda a, scale=1.0: scale * a, np.arange(3.0))
    assert (first.tolist(), second.tolist()) == ([0.0, 3.0, 6.0], [0.0, 2.0])


def test_a_function_may_be_given_back_in_a_container(enter):
    """A callback may return a function of the test in its turn."""
    student = enter("def f(x): return x()[0](20)")
    assert student.f(lambda: [lambda n: n + 1]) == 21


def test_a_function_keeps_its_name(enter):
    """A message of the student's about the function uses the test's name of it."""

    def loss(x):
        return x

    assert enter("def f(x): return x.__name__, callable(x)").f(loss) == ("loss", True)


def test_what_a_callback_gets_is_a_copy(enter):
    """What the test does to what it got stays on this side, as the other way round."""

    def spoil(x):
        x[0] = 9.0

    student = enter("import numpy\ndef f(x):\n a = numpy.zeros(2)\n x(a)\n return a")
    assert student.f(spoil).tolist() == [0.0, 0.0]


class TestExceptions:
    def test_it_comes_back_as_the_tests_own(self, enter):
        """An exception of the test's function passes through as the same object."""
        mine = Unknown("mine")

        def fail(_):
            raise mine

        with pytest.raises(Unknown) as caught:
            enter("def f(x): return x(1)").f(fail)
        assert caught.value is mine

    @pytest.mark.parametrize("kind", [ValueError, KeyError, ZeroDivisionError, OSError])
    def test_a_builtin_is_of_its_class_for_the_student(self, enter, kind):
        """The student's code can catch what the test's function raises."""

        def fail():
            raise kind("mine")

        student = enter(
            f"def f(x):\n try: x()\n except {kind.__name__} as e: return str(e)"
        )
        assert "mine" in student.f(fail)

    @pytest.mark.parametrize("mine", [Unknown("m"), UnicodeError("m"), ExceptionGroup])
    def test_another_class_is_a_runtime_error_for_the_student(self, enter, mine):
        """A class that the student's process cannot make arrives by its name."""
        if mine is ExceptionGroup:
            mine = ExceptionGroup("m", [ValueError()])
        expected = ValueError if isinstance(mine, ValueError) else RuntimeError

        def fail():
            raise mine

        student = enter(
            "def f(x):\n try: x()\n except Exception as e:\n"
            "  return type(e).__name__, str(e)\n"
        )
        name, text = student.f(fail)
        if expected is RuntimeError:
            assert name == "RuntimeError"
            assert text.startswith(f"{type(mine).__name__}: m")
        else:
            assert (name, text) == ("UnicodeError", "m")

    def test_one_that_was_caught_is_gone(self, enter):
        """What the student's code handles does not come up again."""

        def fail():
            raise ValueError("mine")

        student = enter("def f(x):\n try: x()\n except ValueError: return 5")
        assert student.f(fail) == 5

    def test_one_raised_from_it_is_the_students(self, enter):
        """An exception raised on top of the test's is the student's own."""

        def fail():
            raise ValueError("mine")

        student = enter(
            "def f(x):\n try: x()\n except ValueError as e: raise KeyError('k') from e"
        )
        with pytest.raises(StudentError, match="KeyError: 'k'"):
            student.f(fail)

    def test_a_failed_assertion_in_it_fails_the_test(self, enter):
        """An assertion inside a callback that passes through is the test's failure."""

        def check(x):
            assert x == 2, "called with the wrong value"

        with pytest.raises(AssertionError, match="called with the wrong value"):
            enter("def f(x): x(1)").f(check)

    def test_the_token_cannot_be_forged_to_anything_else(self, enter):
        """A number that no exception of the test has is ignored."""
        source = (
            "def f(x):\n error = ValueError('m')\n error.grader_token = x\n raise error"
        )
        for token in (0, -1, "0", 2**70):
            with pytest.raises(StudentError, match="ValueError: m"):
                enter(source).f(token)

    def test_what_cannot_be_passed_is_the_authors_mistake(self, enter):
        """An object that cannot cross is a TypeError of the test's own."""
        student = enter("def f(x): return x")
        with pytest.raises(TypeError, match="a object cannot be passed"):
            student.f(object())
        assert student.f(1) == 1


class TestReentrancy:
    def test_a_callback_may_call_the_student_again(self, enter):
        """Calls nest: test, student, test, student, and all values find their way."""
        student = enter("def f(x, y): return [y, x(y)]\ndef g(a): return a * 10")
        result = student.f(lambda n: [n, student.g(n), student.f(student.g, 4)], 3)
        assert result == [3, [3, 30, [4, 40]]]

    def test_mutual_recursion(self, enter):
        """Test and student may call each other many levels deep."""
        student = enter("def f(x, y): return 1 + x(y - 1) if y else 0")

        def back(n):
            return 1 + student.f(back, n - 1) if n > 0 else 0

        assert student.f(back, 20) == 20

    def test_a_nested_error_stays_where_it_is_caught(self, enter):
        """A student's error inside a callback may be handled there."""
        student = enter("def f(x): return x()\ndef g(a): raise ValueError('m')")

        def back():
            with pytest.raises(StudentError, match="ValueError: m"):
                student.g(1)
            return 6

        assert student.f(back) == 6

    def test_a_nested_error_passes_through_both_sides(self, enter):
        """A student's error inside a callback reaches the test as the same object."""
        student = enter("def f(x): return x()\n\ndef g(a): raise ValueError('m')")
        seen = []

        def back():
            try:
                student.g(1)
            except StudentError as error:
                seen.append(error)
                raise

        with pytest.raises(StudentError) as caught:
            student.f(back)
        assert [caught.value] == seen
        assert caught.value.line == 3

    def test_a_process_that_dies_in_a_nested_call_is_stopped(self, open_session):
        """A death below a callback ends everything, and nothing hides it."""
        session = open_session(
            "import os\ndef f(x):\n try: return x()\n except BaseException: return 1\n"
            "def g(a): os._exit(4)\n"
        )
        student = Student(session)

        def back():
            try:
                student.g(1)
            except Stopped:
                return 7

        with pytest.raises(Stopped) as caught:
            student.f(back)
        assert caught.value.outcome == Outcome.CRASHED
        assert session.stopped is caught.value

    def test_the_time_of_callbacks_counts(self, open_session):
        """A student that calls back for ever runs out of time."""
        session = open_session("def f(x):\n while True: x()", wall_seconds=0.3)
        with pytest.raises(Stopped) as caught:
            Student(session).f(lambda: None)
        assert caught.value.outcome == Outcome.TIMEOUT


def count(n):
    """Count up to a number, slowly."""
    done = 0
    while done < n:
        done += 1
    return done


@pytest.mark.parametrize("nested", [False, True])
def test_a_function_of_the_test_is_ended_with_the_test(enter, nested):
    """What a student makes it do takes no longer than the test may, nested or not."""
    source = "def f(x, y):\n if y: y(0)\n return x(10**12)\ndef g(a): return a()"
    student = enter(source, wall_seconds=0.5)
    began = time.monotonic()
    with pytest.raises(Stopped) as stopped:
        student.f(count, (lambda _: student.g(lambda: 1)) if nested else None)
    assert stopped.value.outcome is Outcome.TIMEOUT
    assert stopped.value.message == "its time ran out in a function of the test"
    assert time.monotonic() - began < 2
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
