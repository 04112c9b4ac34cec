"""Forks processes on request and reaps them: what the launcher and each box do.

The trusted side speaks over a socket of packets. ``spawn n`` comes with descriptors for
the new process, ``end n`` kills it, whatever it does, with its process group, and
reports how it ended and the processor time it took. The process is this one's own child
and not yet reaped when it is killed, so its number cannot have passed to another.

When the other end is closed everything that is left is killed; when this process dies
the kernel kills its children (PDEATHSIG). No thread is ever started here.
"""

import ctypes
import os
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import msgpack

__all__ = ["Forker"]

_PACKET: Final = 4096
_DESCRIPTORS: Final = 3
_PR_SET_PDEATHSIG: Final = 1

_prctl = ctypes.CDLL(None).prctl  # looked up here, called in the forks


class Forker:
    """
    The children that live, by the number that the trusted side gave them.

    Parameters
    ----------
    control
        A connected SOCK_SEQPACKET socket.
    begin
        Lives a child's life in the fork, from its number and descriptors on.
    cleanup
        Removes what an ended child has left, by its number.
    """

    def __init__(
        self,
        control: socket.socket,
        begin: Callable[[int, list[int]], None],
        cleanup: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._control = control
        self._begin = begin
        self._cleanup = cleanup
        self._children: dict[int, int] = {}

    def run(self) -> None:
        """Do what the trusted side asks until it closes; then end every child."""
        try:
            while self._answer():
                pass
        finally:
            for number in list(self._children):
                self._kill(number)
                with suppress(OSError):
                    self._reap(number)

    def _answer(self) -> bool:
        try:
            packet, descriptors, _, _ = socket.recv_fds(
                self._control, _PACKET, _DESCRIPTORS
            )
        except ConnectionResetError:  # closed with a report of ours unread
            return False
        if not packet:
            return False
        spawn, end = msgpack.unpackb(packet)
        if end is not None:
            self._kill(end)
        if spawn is not None:
            self._spawn(spawn, descriptors)
        if end is not None:
            self._reap(end)  # after the fork: meanwhile the kernel takes it apart
        return True

    def _spawn(self, number: int, descriptors: list[int]) -> None:
        process = os.fork()
        if process == 0:
            try:
                self._control.close()
                os.setsid()
                _prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
                self._begin(number, descriptors)
            finally:
                os._exit(1)
        self._children[number] = process
        for descriptor in descriptors:
            os.close(descriptor)

    def _kill(self, number: int) -> None:
        process = self._children.get(number)
        if process is not None:
            os.kill(process, signal.SIGKILL)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process, signal.SIGKILL)

    def _reap(self, number: int) -> None:
        process = self._children.pop(number, None)
        if process is None:
            return
        _, status, usage = os.wait4(process, 0)
        self._cleanup(number)
        exit_code = os.waitstatus_to_exitcode(status)
        report = (number, exit_code, usage.ru_utime + usage.ru_stime)
        self._control.send(msgpack.packb(report))
