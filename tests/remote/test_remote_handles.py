"""Objects of the student's: what a test can do with them, and what it cannot."""

import math
import operator

import numpy as np
import pytest

from grader.remote import HandleMisused, RemoteObject, Student, StudentError

VALUE = """
import numpy as np
class Value:
    def __init__(self, data, name='v'):
        self.data, self.name, self.items = data, name, {}
    def plus(self, n=1): return Value(self.data + n)
    def __add__(self, other): return ('add', self.data, _data(other))
    def __radd__(self, other): return ('radd', self.data, _data(other))
    def __sub__(self, other): return ('sub', self.data, _data(other))
    def __rsub__(self, other): return ('rsub', self.data, _data(other))
    def __mul__(self, other): return ('mul', self.data, _data(other))
    def __rmul__(self, other): return ('rmul', self.data, _data(other))
    def __truediv__(self, other): return ('truediv', self.data, _data(other))
    def __rtruediv__(self, other): return ('rtruediv', self.data, _data(other))
    def __floordiv__(self, other): return ('floordiv', self.data, _data(other))
    def __rfloordiv__(self, other): return ('rfloordiv', self.data, _data(other))
    def __mod__(self, other): return ('mod', self.data, _data(other))
    def __rmod__(self, other): return ('rmod', self.data, _data(other))
    def __divmod__(self, other): return ('divmod', self.data, _data(other))
    def __rdivmod__(self, other): return ('rdivmod', self.data, _data(other))
    def __pow__(self, other): return ('pow', self.data, _data(other))
    def __rpow__(self, other): return ('rpow', self.data, _data(other))
    def __matmul__(self, other): return ('matmul', self.data, _data(other))
    def __rmatmul__(self, other): return ('rmatmul', self.data, _data(other))
    def __and__(self, other): return ('and', self.data, _data(other))
    def __rand__(self, other): return ('rand', self.data, _data(other))
    def __or__(self, other): return ('or', self.data, _data(other))
    def __ror__(self, other): return ('ror', self.data, _data(other))
    def __xor__(self, other): return ('xor', self.data, _data(other))
    def __rxor__(self, other): return ('rxor', self.data, _data(other))
    def __lshift__(self, other): return ('lshift', self.data, _data(other))
    def __rlshift__(self, other): return ('rlshift', self.data, _data(other))
    def __rshift__(self, other): return ('rshift', self.data, _data(other))
    def __rrshift__(self, other): return ('rrshift', self.data, _data(other))
    def __neg__(self): return ('neg', self.data)
    def __pos__(self): return ('pos', self.data)
    def __abs__(self): return ('abs', self.data)
    def __invert__(self): return ('invert', self.data)
    def __round__(self, digits=None): return ('round', self.data, digits)
    def __len__(self): return 3
    def __getitem__(self, key): return ('item', key)
    def __setitem__(self, key, value): self.items[str(key)] = value
    def __delitem__(self, key): del self.items[str(key)]
    def __call__(self, x, y=0): return x + y + self.data
    # Whatever it says for itself is not heard.
    def __eq__(self, other): return True
    def __hash__(self): return 1
    def __bool__(self): return True
    def __float__(self): return 1.0
    __array_priority__ = 1000
def _data(other): return other.data if isinstance(other, Value) else other
def f(x): return x.data
def g(a): return a
"""

BINARY = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "floordiv": operator.floordiv,
    "mod": operator.mod,
    "divmod": divmod,
    "pow": operator.pow,
    "matmul": operator.matmul,
    "and": operator.and_,
    "or": operator.or_,
    "xor": operator.xor,
    "lshift": operator.lshift,
    "rshift": operator.rshift,
}
UNARY = {
    "neg": operator.neg,
    "pos": operator.pos,
    "abs": abs,
    "invert": operator.invert,
}


@pytest.fixture(scope="module")
def student(enter_once):
    """One submission for all tests here: they do not change it."""
    return enter_once(VALUE)


class TestUse:
    def test_attributes_and_calls(self, student):
        """Attributes are read, methods called, and objects come back as handles."""
        value = student.Value(2.0)
        assert (value.data, value.name, value.plus(3).plus().data) == (2.0, "v", 6.0)
        assert value(1, y=4) == 7.0

    def test_attributes_are_set(self, student):
        """An attribute is set over there."""
        value = student.Value(2.0)
        value.data = np.ones(2)
        assert value.data.tolist() == [1.0, 1.0]

    def test_a_missing_attribute_is_the_students_error(self, student):
        """An object without the attribute says so."""
        with pytest.raises(StudentError, match="no attribute 'grad'"):
            _ = student.Value(2.0).grad

    @pytest.mark.parametrize("name", BINARY)
    def test_operators(self, student, name):
        """Every operator is the student's, on either side and between two handles."""
        operation, value = BINARY[name], student.Value(2.0)
        assert operation(value, 5) == (name, 2.0, 5)
        assert operation(5, value) == (f"r{name}", 2.0, 5)
        assert operation(value, student.Value(7.0)) == (name, 2.0, 7.0)

    @pytest.mark.parametrize("name", BINARY)
    def test_arrays_on_the_left_leave_it_to_the_student(self, student, name):
        """Arrays do not spread an operation over its entries."""
        array, value = np.array([1, 2]), student.Value(2.0)
        operation, data, got = BINARY[name](array, value)
        assert (operation, data, got.tolist()) == (f"r{name}", 2.0, [1, 2])
        operation, data, got = BINARY[name](value, array)
        assert (operation, data, got.tolist()) == (name, 2.0, [1, 2])

    @pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow"])
    def test_numpy_scalars_on_the_left_leave_it_to_the_student(self, student, name):
        """A numpy scalar is passed as it is."""
        operation, _, got = BINARY[name](np.float64(3.0), student.Value(2.0))
        assert (operation, type(got)) == (f"r{name}", np.float64)

    @pytest.mark.parametrize("name", UNARY)
    def test_signs(self, student, name):
        """Operators of one operand are the student's too."""
        assert UNARY[name](student.Value(2.0)) == (name, 2.0)

    def test_rounding_and_length(self, student):
        """round() and len() are the student's."""
        value = student.Value(2.0)
        assert (round(value), round(value, 2)) == (
            ("round", 2.0, None),
            ("round", 2.0, 2),
        )
        assert len(value) == 3

    @pytest.mark.parametrize("key", [1, "k", slice(1, None, 2), (0, slice(3)), ...])
    def test_items_are_read(self, student, key):
        """Any index goes over as it is, slices and dots included."""
        assert student.g(student.Value(2.0)[key])[0] == "item"
        assert student.Value(2.0)["k"] == ("item", "k")

    def test_items_are_set_and_deleted(self, student):
        """Items are written over there."""
        value = student.Value(2.0)
        value["k"], value[2] = 7, 8
        del value[2]
        assert value.items == {"k": 7}

    def test_augmented_assignment_falls_back_to_the_operator(self, student):
        """``v += 1`` takes what the student's ``+`` gives."""
        value = student.Value(2.0)
        value += 1
        assert value == ("add", 2.0, 1)


class TestArguments:
    def test_a_handle_is_passed_as_its_object(self, student):
        """The student's function gets its own object back, not a copy."""
        value = student.Value(2.0)
        assert student.f(value) == 2.0
        value.data = 3.0
        assert student.f(student.g(value)) == 3.0

    def test_handles_nest(self, student):
        """Handles stand inside lists, tuples and dicts, on the way there and back."""
        value = student.Value(2.0)
        items, (inner,), named = student.g([[value, 1], (value,), {"v": value}])
        assert [items[0].data, items[1], inner.data, named["v"].data] == [2.0, 1, 2, 2]

    def test_one_object_is_one_object(self, student):
        """The same handle twice is the same object over there."""
        value = student.Value(2.0)
        first, second = student.g([value, value])
        first.data = 5.0
        assert second.data == 5.0

    def test_a_callback_gets_handles(self, enter):
        """A function of the test may be called with objects of the student's."""
        student = enter(f"{VALUE}\ndef f(x): return x(Value(4.0), [Value(5.0)])")
        assert student.f(lambda a, b: a.data + b[0].data + (a + b[0])[1]) == 13.0

    def test_names_are_passed_as_what_they_name(self, student):
        """A function of the student's may be an argument of another."""
        assert student.g(student.f)(student.Value(6.0)) == 6.0

    def test_a_handle_shows_the_students_type(self, student):
        """A handle's repr is its type's name, made on our side."""
        value = student.Value(2.0)
        assert repr(value) == "<work.Value object>"
        assert type(value) is RemoteObject


REFUSED = {
    "==": lambda v: v == 1,
    "!=": lambda v: v != 1,
    "== itself": lambda v: v == v,
    "reflected ==": lambda v: v == 1,
    "<": lambda v: v < 1,
    "<=": lambda v: v <= 1,
    ">": lambda v: v > 1,
    ">=": lambda v: v >= 1,
    "hash": hash,
    "set": lambda v: {v},
    "bool": bool,
    "not": lambda v: not v,
    "if": lambda v: 1 if v else 2,
    "float": float,
    "int": int,
    "complex": complex,
    "math": math.sqrt,
    "index": lambda v: [1, 2][v],
    "iter": iter,
    "for": lambda v: list(v),
    "unpacked": lambda v: max(*v),
    "next": next,
    "in": lambda v: 1 in v,
    "str": str,
    "f-string": lambda v: f"{v}",
    "format": lambda v: format(v, ".2f"),
    "bytes": bytes,
    "asarray": np.asarray,
    "array": np.array,
    "array of dtype": lambda v: np.array(v, dtype=float),
    "array in list": lambda v: np.array([v, v]),
    "array compared": lambda v: np.array([1.0]) == v,
    "scalar compared": lambda v: np.float64(1.0) == v,
    "isclose": lambda v: np.isclose(v, 1.0),
    "allclose": lambda v: np.allclose(1.0, v),
    "assert_allclose": lambda v: np.testing.assert_allclose(v, 1.0),
    "math.isclose": lambda v: math.isclose(v, 1.0),
    "approx": lambda v: v == pytest.approx(1.0),
    "sorted": lambda v: sorted([v, v]),
    "max": lambda v: max(v, 1),
}


class TestMisuse:
    @pytest.mark.parametrize("use", REFUSED)
    def test_a_handle_never_answers_for_itself(self, student, use):
        """What would let the student's object speak on our side fails the test."""
        with pytest.raises(HandleMisused, match="is an object of the student's: no "):
            REFUSED[use](student.Value(2.0))

    @pytest.mark.parametrize("use", [np.sin, np.add.reduce, lambda v: np.add(1.0, v)])
    def test_numpy_functions_refuse_it(self, student, use):
        """The functions of numpy do not work on a handle."""
        with pytest.raises(TypeError):
            use(student.Value(2.0))

    def test_a_handle_is_of_its_test_only(self, open_session):
        """A handle or a name of one test cannot be used in another's process."""
        one, two = Student(open_session(VALUE)), Student(open_session(VALUE))
        value, other = one.Value(2.0), two.Value(3.0)
        for foreign in (value, [value], one.f):
            with pytest.raises(HandleMisused, match="is of another test"):
                two.g(foreign)
        with pytest.raises(HandleMisused, match="is of another test"):
            _ = other + value
        assert two.f(other) == 3.0

    def test_a_handle_ends_with_its_test(self, open_session):
        """After the test its handles and names are of no use."""
        session = open_session(VALUE)
        student = Student(session)
        value = student.Value(2.0)
        session.close()
        for use in (lambda: value.data, lambda: value + 1, lambda: student.f(1)):
            with pytest.raises(HandleMisused, match="of a test that is over"):
                use()

    def test_an_unknown_number_is_the_students_error(self, open_session):
        """A handle that the student forged leads nowhere."""
        session = open_session(VALUE)
        forged = RemoteObject(session, 999, "Value")
        with pytest.raises(StudentError, match="IndexError"):
            _ = forged.data
