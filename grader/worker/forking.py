"""Forks processes on request and reaps them: what the launcher and each box do.

The trusted side speaks over a socket of packets: the numbers of processes to fork,
which come with descriptors for each, and of processes to end. Those are killed,
whatever they do, with their process groups, and it is reported how they ended and what
processor time they took. A process is this one's own child and not yet reaped when it
is killed, so its number cannot have passed to another.

Several are forked and several ended at a time where that is possible. After a fork this
process pays for each page that it writes to; it does so once for all of them.

What a child leaves behind comes to this process, and ends with it. When the other end
of the socket is closed everything that is left is killed; when this process dies the
kernel kills its children (PDEATHSIG). No thread is ever started here.
"""

import os
import select
import signal
import socket
from collections.abc import Callable
from contextlib import suppress
from typing import Final, NoReturn

import msgpack

from grader.jail.kernel import adopt, die_with_parent
from grader.wire.exits import Killed
from grader.worker.orphans import end_all_but

__all__ = ["Forker"]

_PACKET: Final = 4096
_DESCRIPTORS: Final = 32
_TICK_MILLISECONDS: Final = 20
_IF_DEAD: Final = os.WEXITED | os.WNOHANG | os.WNOWAIT


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
    too_much
        Tells of a child whether it has used too much of something, by its number; asked
        now and then, and the child is killed if so.
    """

    def __init__(
        self,
        control: socket.socket,
        begin: Callable[[int, list[int]], None],
        cleanup: Callable[[int], None] = lambda _: None,
        too_much: Callable[[int], bool] | None = None,
    ) -> None:
        self._control = control
        self._begin = begin
        self._cleanup = cleanup
        self._too_much = too_much
        self._children: dict[int, int] = {}
        self._alive: set[int] = set()  # when they were killed
        self._greedy: set[int] = set()  # killed for having used too much

    def run(self) -> None:
        """Do what the trusted side asks until it closes; then end every child."""
        adopt()
        try:
            while self._answer():
                pass
        finally:
            numbers = list(self._children)
            for number in numbers:
                self._kill(number)
            self._reap(numbers)

    def _watch(self, too_much: Callable[[int], bool]) -> None:
        """Look at the children from time to time until something is asked."""
        asked = select.poll()
        asked.register(self._control, select.POLLIN)
        while not asked.poll(_TICK_MILLISECONDS):
            for number in filter(too_much, self._children):
                self._greedy.add(number)
                os.kill(self._children[number], signal.SIGKILL)

    def _answer(self) -> bool:
        if self._too_much is not None and self._children:
            self._watch(self._too_much)
        try:
            packet, descriptors, _, _ = socket.recv_fds(
                self._control, _PACKET, _DESCRIPTORS
            )
        except ConnectionResetError:  # closed with a report of ours unread
            return False
        if not packet:
            return False
        spawn, end = msgpack.unpackb(packet)
        for number in end:
            self._kill(number)
        self._spawn(spawn, descriptors)
        if end:  # after the fork: meanwhile the kernel takes them apart
            self._control.send(msgpack.packb(self._reap(end)))
        return True

    def _spawn(self, numbers: list[int], descriptors: list[int]) -> None:
        share = len(descriptors) // max(len(numbers), 1)
        for place, number in enumerate(numbers):
            process = os.fork()
            if process == 0:
                own = descriptors[place * share : (place + 1) * share]
                self._live(number, own, set(descriptors).difference(own))
            self._children[number] = process
        for descriptor in descriptors:
            os.close(descriptor)

    def _live(self, number: int, own: list[int], others: set[int]) -> NoReturn:
        """Live in the fork and never come back."""
        try:
            self._control.close()
            for descriptor in others:
                os.close(descriptor)
            os.setsid()
            die_with_parent()
            self._begin(number, own)
        finally:
            os._exit(1)

    def _kill(self, number: int) -> None:
        process = self._children.get(number)
        if process is not None:
            if os.waitid(os.P_PID, process, _IF_DEAD) is None:
                self._alive.add(number)
            os.kill(process, signal.SIGKILL)
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(process, signal.SIGKILL)

    def _reap(self, numbers: list[int]) -> list[tuple[int, int, float, int]]:
        """
        Wait for killed processes and remove what they have left, processes too.

        Returns of each its number, exit code, processor time and how it was ended.
        """
        reports = []
        for number in numbers:
            process = self._children.pop(number, None)
            if process is not None:
                _, status, usage = os.wait4(process, 0)
                exit_code = os.waitstatus_to_exitcode(status)
                seconds = usage.ru_utime + usage.ru_stime
                reports.append((number, exit_code, seconds, self._how(number)))
                self._alive.discard(number)
                self._greedy.discard(number)
        end_all_but(self._children.values())
        for number, *_ in reports:
            self._cleanup(number)
        return reports

    def _how(self, number: int) -> int:
        if number in self._greedy:
            return Killed.GREEDY
        return Killed.LIVING if number in self._alive else Killed.DEAD
