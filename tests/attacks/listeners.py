"""Waits for attacks to call: on loopback and on Unix sockets."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path

__all__ = ["Listeners", "alone"]

PORT, ABSTRACT = 47_113, "\0attack-canary"
ALONE = "\0attacks-are-loose"
DATAGRAMS = "\0attack-canary-datagrams"


@contextmanager
def alone(*, wait_seconds: float = 900.0) -> Iterator[None]:
    """Wait until no other process lets attacks loose, and keep others from it.

    What one leaves would be taken for the traces of another. A name that is bound is
    free again as soon as its process ends, however that may be.
    """
    until = time.monotonic() + wait_seconds
    with socket.socket(socket.AF_UNIX) as held:
        while True:
            try:
                held.bind(ALONE)
                break
            except OSError:
                if time.monotonic() > until:
                    raise
                time.sleep(0.1)
        yield


class Listeners:
    """
    Wait for attacks to call: on loopback, by TCP and UDP, and on Unix sockets.

    While another run of these tests has the addresses, this one waits for them.

    Parameters
    ----------
    folder
        Where to put a socket that has a path; everybody may write to it.
    """

    def __init__(self, folder: Path, *, wait_seconds: float = 240.0) -> None:
        self._until = time.monotonic() + wait_seconds
        self._stack = ExitStack()
        unix, inet = socket.AF_UNIX, socket.AF_INET
        stream, datagrams = socket.SOCK_STREAM, socket.SOCK_DGRAM
        path = folder / "socket"
        self._sockets = {
            "abstract": self._bind(unix, stream, ABSTRACT),
            "TCP": self._bind(inet, stream, ("127.0.0.1", PORT)),
            "UDP": self._bind(inet, datagrams, ("127.0.0.1", PORT)),
            "datagrams": self._bind(unix, datagrams, DATAGRAMS),
            "path": self._bind(unix, datagrams, str(path)),
        }
        path.chmod(0o666)

    def __enter__(self) -> "Listeners":
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def heard(self) -> list[str]:
        """Tell on which addresses somebody has called since this was asked last."""
        return [name for name, listener in self._sockets.items() if _called(listener)]

    def _bind(self, family: int, kind: int, address: object) -> socket.socket:
        listener = self._stack.enter_context(socket.socket(family, kind))
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.setblocking(False)
        while True:
            try:
                listener.bind(address)
                break
            except OSError:
                if time.monotonic() > self._until:
                    raise
                time.sleep(0.5)
        if kind == socket.SOCK_STREAM:
            listener.listen(256)
        return listener


def _called(listener: socket.socket) -> bool:
    called = False
    with suppress(BlockingIOError):
        while True:
            if listener.type == socket.SOCK_STREAM:
                listener.accept()[0].close()
            else:
                listener.recv(64)
            called = True
    return called
