"""The document of ``--json``: every record, then the summary."""

from collections.abc import Iterable, Iterator
from typing import TextIO

from grader.export.jsonl import encoded
from grader.export.summary import Summary, summarise
from grader.model import FORMAT_VERSION, Result

__all__ = ["write"]


def write(
    stream: TextIO, results: Iterable[Result], *, wall_seconds: float | None = None
) -> Summary:
    """Write one JSON document, a record a line, and return its summary.

    The records are read once and not kept. ``grader/schemas/results.schema.json``
    describes the document.
    """
    stream.write(f'{{"format_version": {FORMAT_VERSION}, "results": [')
    summary = summarise(_written(stream, results), wall_seconds=wall_seconds)
    tail = encoded(summary.to_json())
    stream.write(f'\n], "summary": {tail}}}\n')
    return summary


def _written(stream: TextIO, results: Iterable[Result]) -> Iterator[Result]:
    separator = "\n"
    for result in results:
        stream.write(separator + encoded(result.to_json()))
        separator = ",\n"
        yield result
