"""One student process started from scratch, for systems without fork."""

import socket
import sys

from grader.worker.connection import Connection
from grader.worker.life import Life
from grader.worker.setting import hide_sources, prepare

__all__ = ["main"]


def main(arguments: list[str]) -> None:
    """Connect to the port given, show the token read from standard input, and live."""
    (port,) = arguments
    token = sys.stdin.readline().strip()
    stream = socket.create_connection(("127.0.0.1", int(port)))
    stream.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    stream.sendall(token.encode("ascii"))
    prepare()
    hide_sources()
    connection = Connection(stream.recv, stream.send)
    Life.load(connection).live(connection)
