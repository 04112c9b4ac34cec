"""The life of one student process: take the source, answer calls, be ended."""

import builtins
import random
import sys
from collections.abc import Callable
from types import ModuleType
from typing import Any, Final

import numpy as np

from grader.wire.arguments import ArgumentDecoder
from grader.wire.errors import WireError
from grader.wire.frames import Kind
from grader.wire.values import exact, pack
from grader.worker import limits, module
from grader.worker.connection import Connection, Wire
from grader.worker.objects import Handles, NotDefined, operate, resolve

__all__ = ["Life", "live", "prepare"]

_BASES: Final = 10  # names of base classes that are reported of an exception
_SEED: Final = 0  # of the global random numbers, the same in every process


def prepare() -> None:
    """Set up what is the same for every test: before any fork, where there are some."""
    builtins.input = module.refuse_input
    random.seed(_SEED)
    np.random.seed(_SEED)
    # What was printed before a test ran out of time is there to be read.
    sys.stdout.reconfigure(line_buffering=True)  # type: ignore[union-attr]


def live(connection: Connection) -> None:
    """Serve one test until the trusted side closes the connection."""
    kind, number, settings, source = connection.read()
    if kind != Kind.LOAD:
        raise WireError("the first frame is not LOAD")
    limits.apply(settings["limits"])
    life = Life(connection, settings["file_name"])
    life.load(number, settings, source)
    while True:
        life.answer(connection.read())


class Life:
    """The student's module and the objects that the test knows of."""

    def __init__(self, connection: Wire, file_name: str) -> None:
        self._connection = connection
        self._file_name = file_name
        self._modules: dict[str, ModuleType] = {}
        self._handles = Handles()
        self._number = 0
        self._decoder = ArgumentDecoder(
            handle=self._handles.get,
            function=self._stand_in,
            resolve=lambda path: resolve(self._modules, path),
        )

    def load(self, number: int, settings: dict[str, Any], source: str) -> None:
        """Execute the source and say which wanted functions it defines."""
        try:
            if settings["support"] is not None:
                self._modules["support"] = module.execute(
                    settings["support"], "support", "support.py"
                )
            student = module.execute(source, settings["name"], self._file_name)
            self._modules["student"] = student
            defined = module.wanted_functions(student, settings["functions"])
        except module.LoadFault as fault:
            _flush()
            self._send(Kind.FAULT, number, fault.kind, fault.message, fault.line)
        else:
            _flush()
            self._send(Kind.READY, number, defined)

    def answer(self, request: list[Any]) -> None:
        """Do what the test asks and send the value, or what was raised."""
        kind, number, operation, *message = request
        if kind != Kind.CALL:
            raise WireError(f"unexpected frame {kind}")
        self._number = number
        target: object = None
        try:
            operands = self._decoder.decode(message)
            if operation == "call":
                target, arguments, keywords = operands
                value, changed = _call(target, arguments, keywords)
            else:
                value, changed = operate(operation, operands), []
            _flush()
            self._send(Kind.VALUE, number, value, changed)
        except BaseException as error:  # noqa: BLE001  # whatever the student's code raises
            _flush()
            self._send(Kind.RAISED, number, self._describe(error, target))

    def _send(self, kind: Kind, number: int, *rest: object) -> None:
        self._connection.write(kind, number, *rest, handle=self._handles.keep)

    def _stand_in(self, function: int, name: str) -> Callable[..., Any]:
        def call_back(*arguments: Any, **keywords: Any) -> Any:
            with self._connection.lock:
                return self._call_back(function, list(arguments), keywords)

        call_back.__name__ = call_back.__qualname__ = name
        return call_back

    def _call_back(
        self, function: int, arguments: list[Any], keywords: dict[str, Any]
    ) -> Any:
        number = self._number
        self._send(Kind.CALL_BACK, number, function, arguments, keywords)
        while True:
            answer = self._connection.read()
            if answer[0] == Kind.CALL:  # the test's function calls the student again
                self.answer(answer)
                self._number = number
            elif answer[0] == Kind.VALUE:
                return self._decoder.decode(answer[2:])
            else:
                raise _rebuilt(*answer[2:])

    def _describe(self, error: BaseException, target: object) -> dict[str, Any]:
        line = module.line_in(self._file_name, error.__traceback__)
        if line is None and isinstance(error, TypeError):
            code = getattr(target, "__code__", None)  # called with the wrong arguments
            if code is not None and code.co_filename == self._file_name:
                line = code.co_firstlineno
        kinds = [kind.__name__ for kind in type(error).__mro__][:_BASES]
        if isinstance(error, NotDefined):
            kinds = kinds[1:]
        return {
            "bases": kinds,
            "message": _message(error),
            "line": line,
            "token": getattr(error, "grader_token", None),
        }


def _message(error: BaseException) -> str:
    if isinstance(error, WireError):
        return f"the result cannot be returned: {error}"
    return module.message_of(error)


def _call(target: Any, arguments: list[Any], keywords: dict[str, Any]) -> Any:
    """Call a function: its value and the arguments, by place or name, it changed."""
    passed: dict[int | str, Any] = dict(enumerate(arguments))
    passed.update(keywords)
    before = {place: _snapshot(argument) for place, argument in passed.items()}
    value = target(*arguments, **keywords)
    changed = [
        place
        for place, argument in passed.items()
        if before[place] is not None and before[place] != _snapshot(argument)
    ]
    return value, changed


def _snapshot(argument: object) -> bytes | None:
    """Return the bytes of a mutable argument, None if there is nothing to compare."""
    if not isinstance(argument, list | dict | tuple | np.ndarray):
        return None

    def other(item: object) -> Any:
        return exact(item, other) or id(item).to_bytes(8, "little")

    try:
        return pack(argument, other)
    except WireError:  # larger than what may cross
        return None


def _rebuilt(name: str, message: str, token: int) -> BaseException:
    """Make the exception that the test's function raised."""
    kind = getattr(builtins, name, None)
    if not (isinstance(kind, type) and issubclass(kind, Exception)):
        kind, message = RuntimeError, f"{name}: {message}"
    try:
        error: BaseException = kind(message)
    except TypeError:  # such as UnicodeDecodeError, which wants more
        error = RuntimeError(f"{name}: {message}")
    error.grader_token = token  # type: ignore[attr-defined]
    return error


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # noqa: BLE001  # the student may have replaced it
            continue
