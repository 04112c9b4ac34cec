"""One test's conversation with a student's process."""

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Final

from grader.model import Fault, FaultKind, Limits, Outcome
from grader.remote.errors import LoadFailed, StudentError
from grader.remote.objects import RemoteObject
from grader.sandbox import Process, Stopped
from grader.wire.arguments import encode_arguments
from grader.wire.codes import Code
from grader.wire.errors import WireError
from grader.wire.frames import Kind, frame
from grader.wire.values import Decoders, decode

__all__ = ["Call", "Session", "Submission"]

_TEXT_LENGTH: Final = 2000
_LOAD_FAULTS: Final = {
    Outcome.TIMEOUT: FaultKind.TIMEOUT,
    Outcome.MEMORY: FaultKind.MEMORY,
    Outcome.OUTPUT: FaultKind.OUTPUT,
    Outcome.CRASHED: FaultKind.CRASHED,
    Outcome.PROTOCOL: FaultKind.CRASHED,
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Submission:
    """What is executed in a student's processes: the same for each test."""

    name: str
    file_name: str
    source: str
    functions: Mapping[str, tuple[str, ...]]  # wanted functions and their parameters
    support: str | None
    limits: Limits

    def load_frame(self) -> bytes:
        """Return the frame that brings the source to a box."""
        settings = {
            "name": self.name,
            "file_name": self.file_name,
            "functions": list(self.functions),
            "support": self.support,
            "limits": {
                "cpu_seconds": self.limits.cpu_seconds,
                "address_space_bytes": self.limits.address_space_bytes,
                "file_bytes": self.limits.file_bytes,
            },
        }
        return frame(Kind.LOAD, 0, settings, self.source)


@dataclass(frozen=True, slots=True)
class Call:
    """The last call that a test made: what a report of its failure shows."""

    name: str
    arguments: tuple[Any, ...]
    keywords: Mapping[str, Any]


class Session:
    """
    Makes a test's calls on a process in which a submission is executed.

    Parameters
    ----------
    process
        A process of the submission's box, used for this test alone.
    submission
        What is in it.
    wall_seconds
        How long the conversation may take, from now on.
    """

    def __init__(
        self, process: Process, submission: Submission, wall_seconds: float
    ) -> None:
        self.process = process
        self.last_call: Call | None = None
        self.last_value: Any = None
        self.changed: tuple[str, ...] = ()
        self.stopped: Stopped | None = None
        self._submission = submission
        self._deadline = time.monotonic() + wall_seconds
        self._number = 0
        self._functions: list[Callable[..., Any]] = []
        self._raised: list[BaseException] = []
        self._decoders: Decoders = {Code.HANDLE: self._handle}

    def load(self) -> None:
        """
        Wait until the source is executed.

        Raises
        ------
        LoadFailed
            It did not become a module: a fault of the whole submission.
        """
        try:
            kind, rest = self._receive()
        except Stopped as stopped:
            kind_of_fault = _LOAD_FAULTS[stopped.outcome]
            message = f"while the file was imported, {stopped.message}"
            raise LoadFailed(Fault(kind=kind_of_fault, message=message)) from None
        if kind == Kind.FAULT:
            raise LoadFailed(_fault(rest))

    def call(
        self,
        target: object,
        name: str,
        arguments: tuple[Any, ...],
        keywords: Mapping[str, Any],
    ) -> Any:
        """
        Call a function or object of the student's and return its value.

        Raises
        ------
        StudentError
            Their code raised.
        Stopped
            The process ended or had to be ended.
        """
        self.last_call = Call(name, arguments, keywords)
        self.last_value, self.changed = None, ()
        operands = [target, list(arguments), dict(keywords)]
        value, changed = self._request("call", operands)
        self.changed = tuple(self._parameter(name, place) for place in changed)
        self.last_value = value
        return value

    def operate(self, operation: str, *operands: object) -> Any:
        """Do an operation on the student's objects and return its value."""
        value, _ = self._request(operation, list(operands))
        return value

    def _request(self, operation: str, operands: list[object]) -> tuple[Any, list[Any]]:
        self._number += 1
        number = self._number
        message = encode_arguments(operands, self._keep_function)
        self._send(frame(Kind.CALL, number, operation, *message))
        while True:
            kind, rest = self._receive()
            if kind == Kind.CALL_BACK:
                self._serve(number, *self._checked(rest, 3))
                self._number = number
            elif kind == Kind.VALUE:
                value, changed = self._checked(rest, 2)
                return value, self._checked_places(changed)
            elif kind == Kind.RAISED:
                raise self._raise(*self._checked(rest, 1))
            else:
                raise self._stop(Outcome.PROTOCOL, "an answer of another kind")

    def _serve(self, number: int, function: Any, arguments: Any, keywords: Any) -> None:
        """Run a function of the test for the student's code."""
        if not (
            type(function) is int
            and 0 <= function < len(self._functions)
            and type(arguments) is list
            and type(keywords) is dict
        ):
            raise self._stop(Outcome.PROTOCOL, "a call back of no function")
        try:
            value = self._functions[function](*arguments, **keywords)
        except Stopped:
            raise
        except Exception as error:  # noqa: BLE001  # it travels to the student
            self._raised.append(error)
            said = [type(error).__name__, str(error)[:_TEXT_LENGTH]]
            self._send(frame(Kind.RAISED, number, *said, len(self._raised) - 1))
        else:
            self._send(
                frame(Kind.VALUE, number, *encode_arguments(value, self._keep_function))
            )

    def _raise(self, said: Any) -> BaseException:
        """Return the exception that a RAISED frame stands for."""
        try:
            bases = tuple(str(name) for name in said["bases"])
            message, line, token = said["message"], said["line"], said["token"]
            error = StudentError(bases, message[:_TEXT_LENGTH], _line(line))
        except (TypeError, KeyError, IndexError):
            return self._stop(Outcome.PROTOCOL, "an exception without its parts")
        if type(token) is int and 0 <= token < len(self._raised):
            return self._raised[token]  # the test's own, come back
        return error

    def _send(self, data: bytes) -> None:
        if self.stopped is not None:
            raise self.stopped
        try:
            self.process.send(data, self._deadline)
        except Stopped as stopped:
            raise self._stop(stopped.outcome, stopped.message) from None

    def _receive(self) -> tuple[int, list[Any]]:
        try:
            parts = decode(self.process.receive(self._deadline), self._decoders)
            if type(parts) is not list or len(parts) < 2 or parts[1] != self._number:
                raise WireError("a frame that nobody asked for")
        except Stopped as stopped:
            raise self._stop(stopped.outcome, stopped.message) from None
        except WireError as error:
            raise self._stop(Outcome.PROTOCOL, str(error)) from None
        return parts[0], parts[2:]

    def _stop(self, outcome: Outcome, message: str) -> Stopped:
        """Remember the end: it decides the test, whatever the test does with it."""
        if self.stopped is None:
            self.stopped = Stopped(outcome, message)
            self.process.kill()
        return self.stopped

    def _checked(self, rest: list[Any], count: int) -> list[Any]:
        if len(rest) != count:
            raise self._stop(Outcome.PROTOCOL, "a frame with other parts")
        return rest

    def _checked_places(self, changed: Any) -> list[Any]:
        if type(changed) is not list:
            raise self._stop(Outcome.PROTOCOL, "a frame with other parts")
        return changed

    def _keep_function(self, function: Callable[..., Any]) -> tuple[int, str]:
        self._functions.append(function)
        return len(self._functions) - 1, getattr(function, "__name__", "function")

    def _handle(self, payload: bytes) -> RemoteObject:
        parts = decode(payload, {})
        if not (type(parts) is list and [type(part) for part in parts] == [int, str]):
            raise WireError("a handle without its parts")
        return RemoteObject(self, *parts)

    def _parameter(self, function: str, place: object) -> str:
        """Name an argument by the stub's parameter, whatever the student calls it."""
        parameters = self._submission.functions.get(function, ())
        if type(place) is int and 0 <= place < len(parameters):
            return parameters[place]
        return str(place)[:_TEXT_LENGTH]


def _fault(rest: list[Any]) -> Fault:
    """Read a FAULT frame; one that is malformed is the student's doing too."""
    try:
        kind, message, line = rest
        return Fault(
            kind=FaultKind(kind), message=message[:_TEXT_LENGTH], line=_line(line)
        )
    except (ValueError, TypeError):
        return Fault(kind=FaultKind.CRASHED, message="it tampered with its import")


def _line(value: object) -> int | None:
    return value if type(value) is int and value > 0 else None
