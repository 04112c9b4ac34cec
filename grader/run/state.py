"""Notices when a test module's own state changes from one submission to the next.

Test modules live as long as the runner. A test that fills a module-level list, or a
generator of random numbers at module level, would let one submission's run reach the
next. `digest` walks what the modules and the parameters of their tests hold; if it
differs after a submission, or something in there cannot be looked into, the runner
collects the tests anew.
"""

import datetime as dt
import functools
import operator
import random
import re
import struct
import sys
import types
from collections.abc import Iterable, Mapping
from decimal import Decimal
from enum import Enum
from fractions import Fraction
from hashlib import blake2b
from pathlib import PurePath
from typing import Any, Final

import numpy as np

__all__ = ["Opaque", "digest"]

_PLAIN: Final = (
    *(type(None), bool, int, float, complex, str, bytes, type(Ellipsis), range, slice),
    *(Decimal, Fraction, PurePath, re.Pattern, np.dtype, np.generic, Enum),
    *(types.ModuleType, types.GenericAlias),
    *(types.CodeType, types.MemberDescriptorType, types.GetSetDescriptorType),
    *(types.MethodDescriptorType, types.WrapperDescriptorType, np.ufunc),
    *(types.ClassMethodDescriptorType, types.UnionType),
    *(dt.date, dt.time, dt.timedelta, dt.tzinfo),
    *(operator.itemgetter, operator.attrgetter, operator.methodcaller),
)
# What numpy's own functions are, besides ufuncs and builtins; neither type has a home.
_NUMPY_FUNCTIONS: Final = ("cython_function_or_method", "_ArrayFunctionDispatcher")
# What Python keeps of abstract classes, how it reads the fields of a namedtuple, and
# names of types (from 3.12 on).
_WITHOUT_STATE: Final = ("_abc_data", "_tuplegetter", "TypeAliasType")
# Where classes come from that no test keeps anything in.
_FOREIGN: Final = sys.stdlib_module_names | {"numpy", "grader"}
_POINTER_BYTES: Final = struct.calcsize("P")


class Opaque(Exception):
    """Something whose state cannot be looked into, such as an iterator."""


def digest(namespaces: Iterable[Mapping[str, Any]]) -> bytes:
    """
    Return a digest of all state that is reachable from the namespaces.

    Raises
    ------
    Opaque
        Something in there cannot be looked into.
    """
    walk = _Walk()
    try:
        for namespace in namespaces:
            for name, value in namespace.items():
                if not name.startswith(("__", "@")):
                    walk.visit(name)
                    walk.visit(value)
    except RecursionError:
        raise Opaque("something nested too deeply to be walked") from None
    return walk.hash.digest()


class _Walk:
    def __init__(self) -> None:
        self.hash = blake2b(digest_size=16)
        self._seen: dict[int, int] = {}
        self._alive: list[object] = []  # so that no id is used twice during the walk

    def visit(self, value: Any) -> None:
        self.hash.update(type(value).__name__.encode())
        if isinstance(value, _PLAIN):
            self.hash.update(repr(value).encode("utf-8", "surrogatepass"))
            return
        if id(value) in self._seen:
            self.hash.update(str(self._seen[id(value)]).encode())
            return
        self._seen[id(value)] = len(self._seen)
        self._alive.append(value)
        if isinstance(value, np.ndarray) and not value.dtype.hasobject:
            self._array(value)
        for part in _parts(value):
            self.visit(part)
        self.hash.update(b")")  # [[1], 2] is not [[1, 2]]

    def _array(self, value: np.ndarray) -> None:
        layout = (value.dtype, value.shape, value.strides, value.flags.writeable)
        self.hash.update(repr(layout).encode())
        self.hash.update(value.tobytes())


def _parts(value: Any) -> Iterable[Any]:
    """Return what a value is made of, itself left out."""
    attributes = [value.__dict__] if hasattr(value, "__dict__") else []
    if isinstance(value, Mapping):
        return [*(part for pair in value.items() for part in pair), *attributes]
    if isinstance(value, set | frozenset):
        return [*sorted(value, key=repr), *attributes]
    if isinstance(value, np.ndarray) and not value.dtype.hasobject:
        return attributes
    if isinstance(value, list | tuple | np.ndarray):
        return [*value, *attributes]
    if isinstance(value, types.FunctionType):
        return _function_parts(value)
    if isinstance(value, np.random.Generator):
        return [value.bit_generator.state]
    if isinstance(value, np.random.RandomState):
        return [value.get_state(legacy=False)]
    if isinstance(value, random.Random):
        return [value.getstate()]
    return _object_parts(value)


def _function_parts(function: types.FunctionType) -> Iterable[Any]:
    cells = [
        cell.cell_contents
        for cell in function.__closure__ or ()
        if cell != types.CellType()
    ]
    return [function.__defaults__, function.__kwdefaults__, function.__dict__, cells]


def _object_parts(value: Any) -> Iterable[Any]:
    if isinstance(value, type):
        foreign = value.__module__.partition(".")[0] in _FOREIGN
        return [] if foreign else [dict(vars(value))]
    if isinstance(value, staticmethod | classmethod):
        return [value.__func__]
    if isinstance(value, types.MethodType):
        return [value.__func__, value.__self__]
    if isinstance(value, types.BuiltinFunctionType):
        return [value.__name__, value.__self__]
    if isinstance(value, functools.partial):
        return [value.func, value.args, value.keywords, value.__dict__]
    if type(value).__name__ in _NUMPY_FUNCTIONS:
        return [value.__name__]
    if type(value).__name__ in _WITHOUT_STATE:
        return []
    if isinstance(value, property):
        return [value.fget, value.fset, value.fdel]
    slots = [name for kind in type(value).__mro__ for name in _slots(kind)]
    if _holds_more(type(value), len(slots)):
        raise Opaque(f"a {type(value).__name__} whose state cannot be seen")
    held = [getattr(value, name) for name in slots if hasattr(value, name)]
    return [*held, getattr(value, "__dict__", {})]


def _slots(kind: type) -> tuple[str, ...]:
    slots = vars(kind).get("__slots__", ())
    names = (slots,) if isinstance(slots, str) else tuple(slots)
    private = f"_{kind.__name__.lstrip('_')}"
    return tuple(
        private + name if name.startswith("__") else name
        for name in names
        if name not in ("__dict__", "__weakref__")
    )


def _holds_more(kind: type, slots: int) -> bool:
    """Tell whether an object has room for more than slots, a dict and a weak reference.

    Iterators, files and caches keep their state there, also in classes derived of them.
    """
    known = object.__basicsize__ + _POINTER_BYTES * (slots + 2)
    has_names = slots > 0 or kind.__dictoffset__ != 0
    return not has_names or kind.__basicsize__ > known or kind.__itemsize__ > 0
