"""`student.changed`: which arguments a call has changed."""

import numpy as np
import pytest

ARRAY_CHANGES = {
    "an entry": "x[0] = 5",
    "an entry to NaN": "x[0] = float('nan')",
    "a sign of zero": "x[1] = -0.0",
    "the dtype": "x.dtype = 'i8'",
    "the shape": "x.shape = (3, 1)",
    "by sorting": "x.sort()",
    "by an operator": "x += 1",
    "by out": "import numpy; numpy.negative(x, out=x)",
    "through a view": "x[::2][0] = 3",
    "through memory": "memoryview(x)[0] = 4",
}
OTHER_CHANGES = {
    "append": "x.append(1)",
    "nested": "x[1].append(1)",
    "nested array": "x[2][0] = 1",
    "dict": "x[3]['a'] = 2",
    "new key": "x[3]['b'] = 2",
    "type": "x[0] = True",
    "removed": "x.clear()",
    "recursive": "x.append(x)",
    "grown beyond the caps": "x.append('x' * 2**21)",
}


@pytest.mark.parametrize("change", ARRAY_CHANGES)
def test_a_changed_array_is_named(enter, change):
    """Whatever is changed in an array, the parameter's name in the stub is told."""
    student = enter(f"def f(first, second=0):\n x = first\n {ARRAY_CHANGES[change]}")
    student.f(np.array([1.0, 0.0, -1.0]), np.zeros(2))
    assert student.changed == ("x",)


@pytest.mark.parametrize("change", OTHER_CHANGES)
def test_a_changed_container_is_named(enter, change):
    """A list is compared to its depth, with the arrays and dicts in it."""
    student = enter(f"def f(x): {OTHER_CHANGES[change]}")
    student.f([1, [2], np.zeros(2), {"a": 1}])
    assert student.changed == ("x",)


@pytest.mark.parametrize(
    "body",
    ["return x[0]", "x = 0", "return [*x, 1]", "x[0] = 9; x[0] = 1", "del x", "raise"],
)
def test_what_is_left_as_it_was_is_not_named(enter, body):
    """Reading, and changing back, is no change."""
    student = enter(f"def f(x):\n try: {body}\n except RuntimeError: pass")
    student.f([1, [2], np.zeros(2)])
    assert student.changed == ()


def test_arguments_by_name_are_told_by_that_name(enter):
    """An argument that was passed by name goes by it."""
    student = enter("def f(x, y): y.append(1)")
    student.f([], y=[])
    assert student.changed == ("y",)


def test_arguments_beyond_the_stubs_are_told_by_place(enter):
    """An argument for which the stub has no name goes by its number."""
    student = enter("def f(*all): all[0].append(1); all[2].append(1)")
    student.f([], [], [])
    assert student.changed == ("x", "[2]")


def test_several_are_named_in_order(enter):
    """All arguments that were changed are told."""
    student = enter("def f(x, y): x[0] = y[0] = 5")
    student.f(np.zeros(2), np.zeros(2))
    assert student.changed == ("x", "y")


def test_the_same_array_twice_changes_twice(enter):
    """One array in two places arrives as one, and is changed in both."""
    array = np.zeros(2)
    student = enter("def f(x, y):\n x[0] = 5\n return y")
    returned = student.f(array, array)
    assert (returned.tolist(), student.changed) == ([5.0, 0.0], ("x", "y"))


def test_views_of_one_array_change_together(enter):
    """Two views that overlap share memory over there too."""
    base = np.zeros(4)
    student = enter("def f(x, y):\n x[:] = 5\n return y")
    returned = student.f(base[:3], base[1:])
    assert (returned.tolist(), student.changed) == ([5.0, 5.0, 0.0], ("x", "y"))


def test_a_read_only_array_cannot_be_changed(enter):
    """A read-only array arrives read-only: changing it is the student's error."""
    array = np.zeros(2)
    array.flags.writeable = False
    student = enter("def f(x): x[0] = 5")
    with student.raises("ValueError"):
        student.f(array)
    assert student.changed == ()


def test_each_call_starts_anew(enter):
    """The report is of the last call, and there is none after an exception."""
    student = enter("def f(x):\n x.append(1)\n if len(x) > 2: raise ValueError")
    student.f([])
    assert student.changed == ("x",)
    with student.raises("ValueError"):
        student.f([1, 2])
    assert student.changed == ()


def test_a_change_in_a_call_from_a_callback_is_not_mixed_up(enter):
    """After a nested call the report is that of the outer one."""
    student = enter("def f(x, y): y()\ndef g(a): a.append(1)")
    items = []
    student.f([1], lambda: student.g(items))
    assert student.changed == ()
