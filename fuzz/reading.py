"""Reads what arrives as the trusted side does, from the stream to the answer."""

from typing import Any, Final, cast

from fuzz.frames import FUNCTIONS, PLACES, REQUEST, Frame
from grader.remote import answers
from grader.remote.objects import RemoteObject
from grader.sandbox.assembly import Assembly
from grader.wire.codes import Code
from grader.wire.errors import WireError
from grader.wire.frames import Kind
from grader.wire.values import Decoders, decode

__all__ = ["read"]


def read(frame: Frame) -> list[Any]:
    """
    Return what the frames that arrive say.

    Raises
    ------
    WireError, Stopped
        They break the format or a cap.
    """
    assembly = Assembly()
    found = []
    for piece in frame.pieces:
        assembly.add(piece)
        while (body := assembly.take()) is not None:
            found.append(_answer(body))
    assembly.check_empty()
    return found


def _answer(body: bytes) -> Any:
    kind, rest = answers.opened(decode(body, _DECODERS), REQUEST)
    if kind == Kind.VALUE:
        return answers.value(rest, PLACES)
    if kind == Kind.RAISED:
        return answers.raised(rest)
    if kind == Kind.CALL_BACK:
        return answers.call_back(rest, FUNCTIONS)
    if kind == Kind.FAULT:
        return answers.fault(rest)
    if kind == Kind.READY:
        return rest
    raise WireError("an answer of another kind")


def _handle(payload: bytes) -> RemoteObject:
    number, type_name = answers.handle(decode(payload, {}))
    return RemoteObject(cast(Any, None), number, type_name)  # using one would raise


_DECODERS: Final[Decoders] = {Code.HANDLE: _handle}
