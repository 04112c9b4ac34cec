"""One test's conversation with a student's process."""

import time
from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from typing import Any, Final, TypeVar

from grader.model import Fault, FaultKind, Limits, Outcome
from grader.remote import answers
from grader.remote.alarm import ends_at
from grader.remote.errors import HandleMisused, LoadFailed, StudentError
from grader.remote.objects import RemoteObject
from grader.sandbox import Process, Stopped, load_frame
from grader.wire.arguments import encode_arguments
from grader.wire.codes import Code
from grader.wire.errors import WireError
from grader.wire.frames import Kind, frame
from grader.wire.values import Decoders, decode

__all__ = ["Call", "Session", "Submission"]

Read = TypeVar("Read")

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
        return load_frame(
            name=self.name,
            file_name=self.file_name,
            functions=self.functions,
            support=self.support,
            source=self.source,
            limits=self.limits,
        )


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
        self.speaking = False  # whether arguments are being packed just now
        self._submission = submission
        self._deadline = time.monotonic() + wall_seconds
        self._over = False
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
        if kind != Kind.READY:
            raise LoadFailed(answers.fault(rest if kind == Kind.FAULT else []))

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
        places = {*range(len(arguments)), *keywords}
        operands = [target, list(arguments), dict(keywords)]
        value, changed = self._request("call", operands, places)
        self.changed = tuple(self._parameter(name, place) for place in changed)
        self.last_value = value
        return value

    def operate(self, operation: str, *operands: object) -> Any:
        """Do an operation on the student's objects and return its value."""
        value, _ = self._request(operation, list(operands), ())
        return value

    def close(self) -> None:
        """Let nothing be asked any more: the test is over."""
        self._over = True

    def _request(
        self, operation: str, operands: list[object], places: Collection[int | str]
    ) -> tuple[Any, list[Any]]:
        self._number += 1
        number = self._number
        self._send(frame(Kind.CALL, number, operation, *self._encode(operands)))
        while True:
            kind, rest = self._receive()
            if kind == Kind.CALL_BACK:
                known = len(self._functions)
                self._serve(number, *self._read(answers.call_back, rest, known))
                self._number = number
            elif kind == Kind.VALUE:
                return self._read(answers.value, rest, places)
            elif kind == Kind.RAISED:
                raise self._exception(self._read(answers.raised, rest))
            else:
                raise self._stop(Outcome.PROTOCOL, "an answer of another kind")

    def _serve(
        self,
        number: int,
        function: int,
        arguments: list[Any],
        keywords: dict[str, Any],
    ) -> None:
        """Run a function of the test for the student's code."""
        try:
            with ends_at(self._deadline, self._late):
                value = self._functions[function](*arguments, **keywords)
        except Stopped:
            raise
        except Exception as error:  # noqa: BLE001  # it travels to the student
            # Without its frames: they hold what the student's code has passed.
            self._raised.append(error.with_traceback(None))
            said = [type(error).__name__, str(error)[:_TEXT_LENGTH]]
            self._send(frame(Kind.RAISED, number, *said, len(self._raised) - 1))
        else:
            self._send(frame(Kind.VALUE, number, *self._encode(value)))

    def _late(self) -> Stopped:
        return self._stop(Outcome.TIMEOUT, "its time ran out in a function of the test")

    def _exception(self, raised: answers.Raised) -> BaseException:
        if raised.token is not None and raised.token < len(self._raised):
            return self._raised[raised.token]  # the test's own, come back
        return StudentError(raised.bases, raised.message, raised.line)

    def _encode(self, value: object) -> list[object]:
        self.speaking = True
        try:
            return encode_arguments(value, self._keep_function)
        finally:
            self.speaking = False

    def _send(self, data: bytes) -> None:
        if self._over:
            raise HandleMisused("a name or an object of a test that is over")
        if self.stopped is not None:
            raise self.stopped
        try:
            self.process.send(data, self._deadline)
        except Stopped as stopped:
            raise self._stop(stopped.outcome, stopped.message) from None

    def _receive(self) -> tuple[int, list[Any]]:
        try:
            body = self.process.receive(self._deadline)
        except Stopped as stopped:
            raise self._stop(stopped.outcome, stopped.message) from None
        parts = self._read(decode, body, self._decoders)
        return self._read(answers.opened, parts, self._number)

    def _read(self, reader: Callable[..., Read], *arguments: Any) -> Read:
        """Read what arrived; if that cannot be done the process is stopped."""
        try:
            return reader(*arguments)
        except WireError as error:
            raise self._stop(Outcome.PROTOCOL, str(error)) from None

    def _stop(self, outcome: Outcome, message: str) -> Stopped:
        """Remember the end: it decides the test, whatever the test does with it."""
        if self.stopped is None:
            self.stopped = Stopped(outcome, message)
            self.process.kill()
        return self.stopped

    def _keep_function(self, function: Callable[..., Any]) -> tuple[int, str]:
        self._functions.append(function)
        return len(self._functions) - 1, getattr(function, "__name__", "function")

    def _handle(self, payload: bytes) -> RemoteObject:
        return RemoteObject(self, *answers.handle(decode(payload, {})))

    def _parameter(self, function: str, place: int | str) -> str:
        """Name an argument by the stub's parameter, whatever the student calls it."""
        parameters = self._submission.functions.get(function, ())
        if isinstance(place, int):
            return parameters[place] if place < len(parameters) else f"[{place}]"
        return place
