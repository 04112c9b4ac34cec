"""Removes what a test has left in its folder."""

import itertools
import os
from contextlib import suppress

__all__ = ["empty", "remove"]


def remove(folder: str) -> None:
    """
    Remove a folder with all that is in it, however deep it is and whatever its modes.

    What cannot be removed is left. Links are not followed.
    """
    with suppress(OSError):
        try:
            os.rmdir(folder)  # noqa: PTH106  # hardly any test leaves something
        except FileNotFoundError:
            return
        except OSError:
            _empty(folder)
            os.rmdir(folder)  # noqa: PTH106


def empty(folder: str) -> None:
    """Remove all that is in a folder likewise; the folder itself stays."""
    with suppress(OSError):
        try:
            left = os.listdir(folder)  # noqa: PTH208  # of names, not of paths
        except PermissionError:
            left = ["its own mode"]
        if left:
            _empty(folder)


def _empty(folder: str) -> None:
    """Move folders up before they are emptied, so that no path gets too long."""
    token = os.urandom(8).hex()
    names = (f"{folder}/{token}-{number}" for number in itertools.count())
    os.chmod(folder, 0o700)  # noqa: PTH101
    waiting = [folder]
    while waiting:
        here = waiting.pop()
        for entry in [*os.scandir(here)]:
            with suppress(OSError):
                if not entry.is_dir(follow_symlinks=False):
                    os.unlink(entry.path)  # noqa: PTH108
                    continue
                with suppress(OSError):  # most are empty
                    os.rmdir(entry.path)  # noqa: PTH106
                    continue
                os.chmod(entry.path, 0o700)  # noqa: PTH101
                moved = next(names)
                os.rename(entry.path, moved)  # noqa: PTH104
                waiting.append(moved)
        if here != folder:
            os.rmdir(here)  # noqa: PTH106
