"""Calls of the student's functions: values there, values and exceptions back."""

import numpy as np
import pytest

from grader.remote import LoadFailed, StudentError


class TestValues:
    @pytest.mark.parametrize(
        "value",
        [
            *(None, True, -1, 2**100, 1.5, float("inf"), 2 - 1j, "text", b"bytes", ()),
            *([1, [2, (3, {"a": 4})]], {1: "a", "b": [True], (1, "x"): None}, [], {}),
        ],
    )
    def test_values_come_back_as_they_went(self, enter, value):
        """What may cross comes back with the type and value that it had."""
        returned = enter("def f(x): return x").f(value)
        assert (returned, type(returned)) == (value, type(value))

    def test_arrays_come_back_as_they_went(self, enter):
        """An array keeps its dtype, shape and entries, NaN and -0.0 bit for bit."""
        array = np.array([[np.nan, -0.0], [np.inf, 5e-324]])
        returned = enter("def f(x): return x").f(array)
        assert returned.dtype == array.dtype
        assert returned.tobytes() == array.tobytes()
        assert returned.flags.writeable

    def test_arguments_are_copies(self, enter):
        """What the student does to an argument never reaches the test's own."""
        array, items = np.zeros(3), [1, [2]]
        student = enter("def f(x, y): x[:] = 9; y[1].append(3); y.append(4)")
        student.f(array, items)
        assert (array.tolist(), items) == ([0.0, 0.0, 0.0], [1, [2]])

    def test_keyword_arguments_go_by_name(self, enter):
        """Arguments may be passed by name."""
        assert enter("def f(x, y=3): return x - y").f(y=1, x=5) == 4

    def test_views_from_support_share_memory(self, enter):
        """A function of support.py runs beside the student's code, on its arrays."""
        student = enter(
            "def f(x, y):\n x[0] = 7.0\n view = y(x)\n view[1] = 8.0\n return x\n",
            support="def tail(x): return x[1:]",
        )
        returned = student.f(np.zeros(3), student.support.tail)
        assert returned.tolist() == [7.0, 0.0, 8.0]

    def test_support_is_called_by_its_name(self, enter):
        """The test may call a function of support.py in the student's process."""
        student = enter("def f(x): return x", support="def twice(x): return 2 * x")
        assert student.support.twice(4) == 8

    def test_support_is_no_part_of_the_students_module(self, enter):
        """A name of support.py is not one of the student's file."""
        student = enter("def f(x): return x", support="def twice(x): return 2 * x")
        with pytest.raises(StudentError, match="twice is not defined"):
            student.twice(1)

    def test_nested_names_are_found(self, enter):
        """A function inside a class of the student's is called by its path."""
        student = enter(
            "def f(x): pass\n"
            "class A:\n class B:\n  @staticmethod\n  def h(x): return x + 1\n"
        )
        assert student.A.B.h(1) == 2

    def test_names_can_be_shown(self, enter):
        """A name shows itself as it is written."""
        assert repr(enter("def f(x): pass").f.inner) == "f.inner"


class TestMissing:
    def test_a_missing_function_costs_its_call_only(self, enter):
        """A function that is not defined is an error of its call, with its name."""
        student = enter("def f(x): return x")
        with pytest.raises(StudentError) as caught:
            student.g(1)
        assert str(caught.value) == "AttributeError: g is not defined"
        assert caught.value.line is None
        assert student.f(2) == 2

    def test_no_wanted_function_is_a_fault(self, enter):
        """A file that defines none of the wanted functions is a fault at once."""
        with pytest.raises(LoadFailed) as caught:
            enter("def ff(x): pass")
        fault = caught.value.fault
        assert (fault.kind, fault.message) == (
            "missing_function",
            "f is not defined; did you mean it by ff?",
        )

    def test_special_names_are_not_asked_for(self, enter):
        """What Python itself looks for on an object stays on this side."""
        student = enter("def f(x): return x")
        assert not hasattr(student, "__wrapped__")
        assert not hasattr(student.f, "__wrapped__")

    @pytest.mark.parametrize(
        "call", ["student.f()", "student.f(1, 2)", "student.f(z=1)"]
    )
    def test_a_wrong_signature_gives_the_line_of_the_def(self, enter, call):
        """A call that the signature does not take points to the function's def."""
        student = enter("import math\n\ndef f(x):\n    return x\n")
        with pytest.raises(StudentError, match=r"TypeError: f\(\)") as caught:
            eval(call, {"student": student})
        assert caught.value.line == 3


class TestExceptions:
    def test_the_line_is_the_students_innermost(self, enter):
        """Of a traceback through library code the student's own last line is told."""
        student = enter(
            "import json\n"
            "def inner(x):\n"
            "    return json.loads(x)\n"
            "def f(x):\n"
            "    return inner(x)\n"
        )
        with pytest.raises(StudentError) as caught:
            student.f("{")
        assert (caught.value.kind, caught.value.line) == ("JSONDecodeError", 3)
        assert caught.value.bases[:3] == ("JSONDecodeError", "ValueError", "Exception")

    def test_a_long_message_is_cut(self, enter):
        """An exception may say a megabyte; a beginning of it is told."""
        with pytest.raises(StudentError) as caught:
            enter("def f(x): raise ValueError('m' * x)").f(10**6)
        assert caught.value.message == "m" * 1000

    def test_a_long_name_is_cut(self, enter):
        """The name of an exception class may be a megabyte long."""
        source = "def f(x): raise type('N' * x, (ValueError,), {})('m')"
        with pytest.raises(StudentError) as caught:
            enter(source).f(10**6)
        assert caught.value.kind == "N" * 100
        assert "ValueError" in caught.value.bases

    @pytest.mark.parametrize(
        "body",
        ["raise KeyError('m')", "return 7", "import os; os.kill", "raise SystemExit"],
    )
    def test_a_message_that_cannot_be_made_is_replaced(self, enter, body):
        """A ``__str__`` of the student's may do what it likes."""
        student = enter(
            "class Mine(Exception):\n"
            f" def __str__(self): {body}\n"
            "def f(x): raise Mine\n"
        )
        with pytest.raises(StudentError) as caught:
            student.f(1)
        assert str(caught.value) == "Mine: (its message cannot be shown)"

    def test_lone_surrogates_in_a_message_are_replaced(self, enter):
        """A message that is no valid text is told as well as it can be."""
        with pytest.raises(StudentError, match=r"ValueError: \?"):
            enter("def f(x): raise ValueError('\\ud800')").f(1)

    def test_deep_chains_of_classes_are_cut(self, enter):
        """Of an endless line of base classes the first ten are told."""
        student = enter(
            "class A(ValueError): pass\n"
            "for _ in range(50):\n class A(A): pass\n"
            "def f(x): raise A\n"
        )
        with pytest.raises(StudentError) as caught:
            student.f(1)
        assert caught.value.bases == ("A",) * 10

    def test_a_result_that_cannot_cross_is_the_students_error(self, enter):
        """What breaks a cap of the wire is told as an error of the call."""
        student = enter("def f(x):\n a = []\n a.append(a)\n return a")
        with pytest.raises(StudentError) as caught:
            student.f(1)
        said = "nested too deeply, perhaps in itself"
        assert str(caught.value) == f"WireError: the result cannot be returned: {said}"


class TestRaises:
    @pytest.mark.parametrize("name", ["JSONDecodeError", "ValueError", "Exception"])
    def test_the_class_and_its_bases_are_accepted(self, enter, name):
        """An exception of the class or of a subclass is what was expected."""
        student = enter("import json\ndef f(x): json.loads(x)")
        with student.raises(name):
            student.f("{")

    def test_one_of_several_names_is_enough(self, enter):
        """Several classes may be acceptable."""
        student = enter("def f(x): raise TypeError('m')")
        with student.raises("ValueError", "TypeError"):
            student.f(1)

    def test_another_class_is_not_accepted(self, enter):
        """An exception of another class is the student's error."""
        student = enter("def f(x): raise TypeError('m')")
        with pytest.raises(StudentError, match="TypeError: m"):  # noqa: SIM117
            with student.raises("ValueError"):
                student.f(1)

    def test_no_exception_is_a_failure(self, enter):
        """Without any exception the check fails and says what was expected."""
        student = enter("def f(x): pass")
        with pytest.raises(AssertionError) as caught:  # noqa: SIM117
            with student.raises("ValueError", "TypeError"):
                student.f(1)
        assert str(caught.value) == (
            "expected ValueError or TypeError, but nothing was raised"
        )
