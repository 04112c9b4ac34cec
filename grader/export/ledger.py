"""The records of a run while it goes on: on disk at once, never all in memory."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType

from grader.errors import UsageError
from grader.export import jsonl
from grader.export.directory import RECORDS
from grader.model import Result

__all__ = ["Ledger"]


class Ledger:
    """
    Appends records to ``results.jsonl`` and puts them in order when the run is over.

    Parameters
    ----------
    directory
        Where the file is kept; None for one that vanishes with the ledger.
    rank
        A record's place in the order.
    replace
        Whether the records of an earlier run may go.

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
        try:
            self.directory = directory or Path(tempfile.mkdtemp(prefix="grader-"))
            self.directory.mkdir(parents=True, exist_ok=True)
            self.path = self.directory / RECORDS
            if self.path.exists() and not replace:
                raise UsageError(
                    f"{self.path} holds the records of another run: choose another "
                    "folder, or replace them with --force"
                )
            self.path.unlink(missing_ok=True)
            self._stream = jsonl.open_to_append(self.path)
        except OSError as error:
            raise UsageError(f"cannot write to {directory}: {error}") from error

    def __enter__(self) -> "Ledger":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._stream.close()
        if self._temporary:
            shutil.rmtree(self.directory, ignore_errors=True)

    def append(self, result: Result) -> None:
        """Keep a record: it is on its way to the disk when this returns."""
        jsonl.append(self._stream, result)
        self._ranks.append(self._rank(result))

    def arrange(self) -> None:
        """Put the records in order, in one step."""
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
        return jsonl.read(self.path)
