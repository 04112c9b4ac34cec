"""The records of a run while it goes on: on disk at once, never all in memory."""

import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import TextIO

from grader.errors import UsageError
from grader.export import jsonl
from grader.export.directory import GRADES, RECORDS, REPORT
from grader.model import Result

__all__ = ["Ledger"]


class Ledger:
    """
    Appends records to ``results.jsonl`` and puts them in order when the run is over.

    The files of an earlier run are replaced when the first record comes: a run that
    fails before has lost nothing.

    Parameters
    ----------
    directory
        Where the file is kept; None for one that vanishes with the ledger.
    rank
        A record's place in the order.
    replace
        Whether the files of an earlier run may go.

    Raises
    ------
    UsageError
        The folder holds records already, or cannot be written.
    """

    def __init__(
        self,
        directory: Path | None,
        *,
        rank: Callable[[Result], int],
        replace: bool = False,
    ) -> None:
        self._temporary = directory is None
        self._rank = rank
        self._ranks: list[int] = []
        self._stream: TextIO | None = None
        self.directory = directory or Path(tempfile.mkdtemp(prefix="grader-"))
        self.path = self.directory / RECORDS
        _prepare(self.directory)
        if self.path.exists() and not replace:
            raise UsageError(
                f"{self.path} holds the records of another run: choose another "
                "folder, or replace them with --force"
            )

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._stream is not None:
            self._stream.close()
        if self._temporary:
            shutil.rmtree(self.directory, ignore_errors=True)

    def __len__(self) -> int:
        return len(self._ranks)

    def append(self, result: Result) -> None:
        """Keep a record: it is on its way to the disk when this returns."""
        rank = self._rank(result)
        if self._stream is None:
            self._stream = self._begin()
        jsonl.append(self._stream, result)
        self._ranks.append(rank)

    def arrange(self) -> None:
        """Put the records in order, in one step."""
        if not self._ranks:
            return
        draft = self.path.with_suffix(".new")
        with self.path.open("rb") as lines, draft.open("wb") as ordered:
            starts = [0]
            for line in lines:
                starts.append(starts[-1] + len(line))
            for number in sorted(range(len(self._ranks)), key=self._ranks.__getitem__):
                lines.seek(starts[number])
                ordered.write(lines.readline())
        draft.replace(self.path)

    def read(self) -> Iterator[Result]:
        """Yield the records, from the disk."""
        return jsonl.read(self.path) if self._ranks else iter(())

    def _begin(self) -> TextIO:
        for name in (RECORDS, GRADES, REPORT):
            (self.directory / name).unlink(missing_ok=True)
        return jsonl.open_to_append(self.path)


def _prepare(directory: Path) -> None:
    try:
        directory.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"cannot make {directory}: {error.strerror}") from error
    if not os.access(directory, os.W_OK | os.X_OK):
        raise UsageError(f"cannot write to {directory}: choose another folder")
