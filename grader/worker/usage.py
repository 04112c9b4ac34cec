"""How much a test has written to its folder, where no disk of its own limits that."""

import os
from collections.abc import Generator
from contextlib import closing, suppress
from typing import Final

__all__ = ["exceeds"]

_FILES: Final = 2048  # in the folder and all below it
_BLOCK: Final = 512  # bytes, of which st_blocks are


def exceeds(most_bytes: int, folder: str) -> bool:
    """Tell whether a folder holds more than so many bytes, or than 2048 files."""
    files = size = 0
    with closing(_below(folder)) as found:
        for status in found:
            files, size = files + 1, size + status.st_blocks * _BLOCK
            if files > _FILES or size > most_bytes:
                return True
    return False


def _below(folder: str) -> Generator[os.stat_result, None, None]:
    waiting = [folder]
    while waiting:
        with suppress(OSError), os.scandir(waiting.pop()) as entries:
            for entry in entries:  # they change while we look
                yield entry.stat(follow_symlinks=False)
                if entry.is_dir(follow_symlinks=False):
                    waiting.append(entry.path)
