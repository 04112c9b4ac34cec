"""The files of one run, written from its records on disk."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import TextIO

from grader.export import csv_table, html, jsonl
from grader.export.summary import summarise

__all__ = ["GRADES", "RECORDS", "REPORT", "write_all"]

RECORDS = "results.jsonl"
GRADES = "grades.csv"
REPORT = "report.html"


def write_all(directory: Path, *, wall_seconds: float | None = None) -> list[Path]:
    """Write the table and the report beside ``results.jsonl``.

    Returns
    -------
    list of Path
        All three files, the records first.
    """
    records = directory / RECORDS
    read = partial(jsonl.read, records)
    summary = summarise(read(), wall_seconds=wall_seconds)
    with _whole(directory / GRADES) as stream:
        csv_table.write(stream, read)
    with _whole(directory / REPORT) as stream:
        html.write(stream, summary, read)
    return [records, directory / GRADES, directory / REPORT]


@contextmanager
def _whole(path: Path) -> Iterator[TextIO]:
    """Open a file that appears under its name only when it is complete."""
    # Not path.with_suffix: two runs in one folder must not share the draft.
    draft = path.with_name(f".{path.name}.{os.getpid()}")
    try:
        with draft.open(
            "w", encoding="utf-8", errors="backslashreplace", newline=""
        ) as stream:
            yield stream
        draft.replace(path)
    finally:
        draft.unlink(missing_ok=True)
