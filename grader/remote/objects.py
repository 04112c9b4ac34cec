"""What a test holds of the student's: names, and objects that stay over there."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

from grader.remote.errors import HandleMisused
from grader.wire.codes import Code

if TYPE_CHECKING:
    from grader.remote.session import Session

__all__ = ["RemoteName", "RemoteObject"]

_OPERATORS = (
    *("add", "sub", "mul", "truediv", "floordiv", "mod", "divmod", "pow", "matmul"),
    *("and", "or", "xor", "lshift", "rshift"),
)
_UNARY = ("neg", "pos", "abs", "invert", "round", "len")
_REFUSED = (
    *("eq", "ne", "lt", "le", "gt", "ge", "hash", "bool", "float", "int", "complex"),
    *("index", "iter", "next", "contains", "array", "str", "format", "bytes"),
)


class RemoteName:
    """A name in the student's process, such as ``student.gradient_check``."""

    def __init__(self, session: Session, path: tuple[str, ...]) -> None:
        self._session = session
        self._path = path

    def __getattr__(self, name: str) -> RemoteName:
        if name.startswith("__"):
            raise AttributeError(name)
        return RemoteName(self._session, (*self._path, name))

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call what the name stands for, in the student's process."""
        return self._session.call(self, self._path[-1], arguments, keywords)

    def __repr__(self) -> str:
        return ".".join(self._path[1:])

    def wire_extension(self) -> tuple[int, object]:
        """Cross the wire as a reference."""
        _check(self, self._session)
        return Code.REFERENCE, list(self._path)


class RemoteObject:
    """
    An object of the student's, by number.

    Attributes, calls, arithmetic and indexing happen in the student's process. What
    would let it answer for itself on this side (comparing, hashing, truth, conversion,
    iteration) raises `HandleMisused`.
    """

    __array_ufunc__ = None  # numpy leaves arithmetic with an array to us

    def __init__(self, session: Session, number: int, type_name: str) -> None:
        object.__setattr__(self, "_session", session)
        object.__setattr__(self, "_number", number)
        object.__setattr__(self, "_type_name", type_name)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        return self._session.operate("getattr", self, name)

    def __setattr__(self, name: str, value: object) -> None:
        self._session.operate("setattr", self, name, value)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call the object, in the student's process."""
        return self._session.call(self, repr(self), arguments, keywords)

    def __getitem__(self, key: Any) -> Any:
        return self._session.operate("getitem", self, key)

    def __setitem__(self, key: Any, value: Any) -> None:
        self._session.operate("setitem", self, key, value)

    def __delitem__(self, key: Any) -> None:
        self._session.operate("delitem", self, key)

    def __repr__(self) -> str:
        return f"<{self._type_name} object>"

    def wire_extension(self) -> tuple[int, object]:
        """Cross the wire as a handle."""
        _check(self, self._session)
        return Code.HANDLE, [self._number, self._type_name]


def _check(item: object, session: Session) -> None:
    """Refuse to be passed to another process than the own."""
    if not session.speaking:
        raise HandleMisused(f"{item!r} is of another test")


def _binary(name: str, *, reflected: bool) -> Callable[[RemoteObject, Any], Any]:
    def method(self: RemoteObject, other: Any) -> Any:
        operands = (other, self) if reflected else (self, other)
        return self._session.operate(name, *operands)

    return method


def _unary(name: str) -> Callable[..., Any]:
    def method(self: RemoteObject, *arguments: Any) -> Any:
        return self._session.operate(name, self, *arguments)

    return method


def _refused(name: str) -> Callable[..., Any]:
    def method(self: RemoteObject, *_: Any, **__: Any) -> NoReturn:
        raise HandleMisused(f"{self!r} is an object of the student's: no {name} of it")

    return method


for _name in _OPERATORS:
    _operation = f"{_name}_" if _name in ("and", "or") else _name
    setattr(RemoteObject, f"__{_name}__", _binary(_operation, reflected=False))
    setattr(RemoteObject, f"__r{_name}__", _binary(_operation, reflected=True))
for _name in _UNARY:
    setattr(RemoteObject, f"__{_name}__", _unary(_name))
for _name in _REFUSED:
    setattr(RemoteObject, f"__{_name}__", _refused(_name))
