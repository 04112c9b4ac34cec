"""The life of a student process: execute the source, answer calls, be ended."""

import sys
from collections.abc import Callable
from types import CodeType, ModuleType
from typing import Any

from grader.processors import pin
from grader.wire.arguments import ArgumentDecoder
from grader.wire.errors import WireError
from grader.wire.frames import Kind
from grader.worker import limits, module
from grader.worker.calls import call, describe, rebuilt
from grader.worker.connection import Wire
from grader.worker.objects import Handles, operate, resolve
from grader.worker.setting import load_mentioned

__all__ = ["Life"]


class Life:
    """
    One submission in one process: compiled once, then lived by each fork on its own.

    Parameters
    ----------
    settings
        Names of the module, its file and the wanted functions, and the support source.
    source
        The student's source text.
    """

    def __init__(self, settings: dict[str, Any], source: str) -> None:
        self._settings = settings
        self._connection: Wire
        self._number = 0
        self._handles = Handles()
        self._modules: dict[str, ModuleType] = {}
        self._decoder = ArgumentDecoder(
            handle=self._handles.get,
            function=self._stand_in,
            resolve=lambda path: resolve(self._modules, path),
        )
        self._codes: dict[str, CodeType] = {}
        self._fault: module.LoadFault | None = None
        try:
            if settings["support"] is not None:
                self._compile("support", "support.py", settings["support"])
            self._compile(settings["name"], settings["file_name"], source)
        except module.LoadFault as fault:
            self._fault = fault

    @classmethod
    def load(cls, connection: Wire) -> "Life":
        """Take limits and source from the trusted side; compile under these limits."""
        kind, _, settings, source = connection.read()
        if kind != Kind.LOAD:
            raise WireError("the first frame is not LOAD")
        pin(0, settings["processors"])
        load_mentioned(source)
        limits.apply(settings["limits"])
        return cls(settings, source)

    def live(self, connection: Wire) -> None:
        """Wait for GO, execute the source, answer calls until the process is ended."""
        kind, *_ = connection.read()
        if kind != Kind.GO:
            raise WireError("the first frame of a test is not GO")
        self.begin(connection)
        while True:
            self.answer(connection.read())

    def begin(self, connection: Wire) -> None:
        """Execute the source and say which wanted functions it defines."""
        self._connection = connection
        try:
            defined = self._execute()
        except module.LoadFault as fault:
            _flush()
            self._send(Kind.FAULT, fault.kind, fault.message, fault.line)
        else:
            _flush()
            self._send(Kind.READY, defined)

    def answer(self, request: list[Any]) -> None:
        """Do what the test asks and send the value, or what was raised."""
        kind, self._number, operation, *message = request
        if kind != Kind.CALL:
            raise WireError(f"unexpected frame {kind}")
        target: object = None
        try:
            operands = self._decoder.decode(message)
            if operation == "call":
                target, arguments, keywords = operands
                value, changed = call(target, arguments, keywords)
            else:
                value, changed = operate(operation, operands), []
            _flush()
            self._send(Kind.VALUE, value, changed)
        except BaseException as error:  # noqa: BLE001  # whatever the student's code raises
            _flush()
            said = describe(error, target, self._settings["file_name"])
            self._send(Kind.RAISED, said)

    def _compile(self, name: str, file_name: str, source: str) -> None:
        self._codes[name] = module.compile_source(source, file_name)

    def _execute(self) -> list[str]:
        if self._fault is not None:
            raise self._fault
        for name, code in self._codes.items():
            made = module.execute(code, name)
            self._modules["support" if name == "support" else "student"] = made
        return module.wanted_functions(
            self._modules["student"], self._settings["functions"]
        )

    def _send(self, kind: Kind, *rest: object) -> None:
        self._connection.write(kind, self._number, *rest, handle=self._handles.keep)

    def _stand_in(self, function: int, name: str) -> Callable[..., Any]:
        """Make the function that calls the test's own back."""

        def call_back(*arguments: Any, **keywords: Any) -> Any:
            with self._connection.lock:
                return self._call_back(function, list(arguments), keywords)

        call_back.__name__ = call_back.__qualname__ = name
        return call_back

    def _call_back(
        self, function: int, arguments: list[Any], keywords: dict[str, Any]
    ) -> Any:
        number = self._number
        self._send(Kind.CALL_BACK, function, arguments, keywords)
        while True:
            answer = self._connection.read()
            if answer[0] == Kind.CALL:  # the test's function calls the student again
                self.answer(answer)
                self._number = number
            elif answer[0] == Kind.VALUE:
                return self._decoder.decode(answer[2:])
            else:
                raise rebuilt(*answer[2:])


def _flush() -> None:
    for stream in (sys.stdout, sys.stderr):
        try:
            stream.flush()
        except BaseException:  # noqa: BLE001  # the student may have replaced it
            continue
