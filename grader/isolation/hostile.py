"""The submissions that the probe runs: they try what must not work.

Each does so while it is imported, and says what has worked by the functions that it
defines.
"""

from typing import Final

__all__ = ["DONE", "attempts", "greedy", "leaving", "slow"]

DONE: Final = "done"  # is defined at the end of each

_ATTEMPTS: Final = """
import ctypes
import os
import socket
import struct

HIDDEN, CANARY, PROCESS = {hidden!r}, {canary!r}, {process!r}


def read_hidden_files():
    open(HIDDEN).read()


def write_elsewhere():
    open(CANARY, "w").close()


def change_modes():
    os.chmod(HIDDEN, 0o600)


def open_sockets():
    socket.socket(socket.AF_INET)


def open_local_sockets():
    socket.socket(socket.AF_UNIX)


def start_processes():
    if os.fork() == 0:
        os._exit(0)


def signal_processes():
    os.kill(PROCESS, 0)


def signal_its_parent():
    os.kill(os.getppid(), 0)


def list_processes():
    1 / len(os.listdir("/proc"))


def be_root():
    if os.getuid() and os.geteuid():
        raise PermissionError


def hold_capabilities():
    header = ctypes.create_string_buffer(struct.pack("<Ii", 0x20080522, 0))
    data = ctypes.create_string_buffer(24)
    ctypes.CDLL(None).capget(header, data)
    if not any(struct.unpack("<6I", data.raw)[::3]):
        raise PermissionError


def execute_programs():
    os.execv("/bin/true", ["true"])


def done():
    pass


for name in {names!r}:
    try:
        globals()[name]()
    except (OSError, ZeroDivisionError):
        del globals()[name]
"""

_NAMES: Final = (
    *("read_hidden_files", "write_elsewhere", "change_modes", "open_sockets"),
    *("open_local_sockets", "start_processes", "signal_processes"),
    *("signal_its_parent", "list_processes", "be_root", "hold_capabilities"),
    "execute_programs",
)

_LEAVING: Final = """
import os
import tempfile

if not os.listdir("."):
    with tempfile.TemporaryFile() as file:
        file.write(bytes(100_000))
    open("left", "w").close()

    def done():
        pass
"""


def attempts(hidden: str, canary: str, process: int) -> tuple[str, tuple[str, ...]]:
    """
    Return a source that tries everything, and the names of what it tries.

    Parameters
    ----------
    hidden, canary
        Paths of a file that it must not read and of one that it must not make.
    process
        The number of a process that it must not signal.
    """
    source = _ATTEMPTS.format(
        hidden=hidden, canary=canary, process=process, names=_NAMES
    )
    return source, _NAMES


def leaving() -> str:
    """Return a source that is done where its folder is empty, and leaves a file."""
    return _LEAVING


def greedy(size: int) -> str:
    """Return a source that takes so many bytes of memory."""
    return f"taken = bytes({size})\ndef done(): pass\n"


def slow(seconds: float) -> str:
    """Return a source that takes so long."""
    return f"import time\ntime.sleep({seconds})\ndef done(): pass\n"
