"""The submission that the probe runs: each function tries what must not work."""

from typing import Final

__all__ = ["SOURCE"]

SOURCE: Final = '''
import ctypes
import os
import socket
import struct
import tempfile
import time


def _read(path):
    with open(path) as file:
        return file.read()


def _write(path):
    with open(path, "w") as file:
        file.write("was here")


def _run():
    if os.fork() == 0:
        os._exit(0)


def _is_root():
    if os.getuid() and os.geteuid():
        raise PermissionError


def _has_rights():
    header = ctypes.create_string_buffer(struct.pack("<Ii", 0x20080522, 0))
    data = ctypes.create_string_buffer(24)
    ctypes.CDLL(None).capget(header, data)
    if not any(struct.unpack("<6I", data.raw)[::3]):
        raise PermissionError


def tried(hidden, canary, process):
    """Return what worked of all that was tried."""
    attempts = {
        "read a hidden file": lambda: _read(hidden),
        "write outside its folder": lambda: _write(canary),
        "change a file's mode": lambda: os.chmod(hidden, 0o600),
        "open a socket": lambda: socket.socket(socket.AF_INET),
        "open a socket of the system": lambda: socket.socket(socket.AF_UNIX),
        "start a process": _run,
        "execute a program": lambda: os.execv("/bin/true", ["true"]),
        "signal another process": lambda: os.kill(process, 0),
        "signal its parent": lambda: os.kill(os.getppid(), 0),
        "list the processes": lambda: 1 / len(os.listdir("/proc")),
        "be root": _is_root,
        "hold rights of root": _has_rights,
    }
    worked = []
    for name, attempt in attempts.items():
        try:
            attempt()
        except (OSError, ZeroDivisionError):
            continue
        worked.append(name)
    return worked


def scratch():
    """Use the folder that a test may write to; leave something in it."""
    with tempfile.TemporaryFile() as file:
        file.write(bytes(100_000))
    _write("left behind")
    return os.listdir(".")


def take(size):
    """Take memory."""
    return len(bytes(size))


def wait():
    """Wait for longer than is allowed."""
    time.sleep(60)
'''
