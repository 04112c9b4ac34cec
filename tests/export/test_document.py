"""The document of ``--json``."""

import io
import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

from jsonschema import Draft202012Validator
from referencing import Registry, Resource

from grader.export import document
from grader.export.summary import summarise
from grader.model import Result


def valid(written: Any) -> bool:
    folder = files("grader").joinpath("schemas")
    record, whole = (
        json.loads(folder.joinpath(f"{name}.schema.json").read_text(encoding="utf-8"))
        for name in ("result", "results")
    )
    registry = Registry().with_resource(record["$id"], Resource.from_contents(record))
    return Draft202012Validator(whole, registry=registry).is_valid(written)


def test_the_document_holds_every_record_and_the_summary(
    result: Callable[..., Result], wrong: Result, missing: Result
) -> None:
    """It is one JSON value by the published schema, and equal to the records."""
    records = [result(student="\U0001f600\x1b\x7f##"), wrong, missing]
    stream = io.StringIO()
    summary = document.write(stream, iter(records), wall_seconds=3.0)
    written = json.loads(stream.getvalue())
    assert written == {
        "format_version": 1,
        "results": [record.to_json() for record in records],
        "summary": summarise(records, wall_seconds=3.0).to_json(),
    }
    assert valid(written)
    assert summary == summarise(records, wall_seconds=3.0)


def test_no_record_is_a_document_too() -> None:
    """A run of nothing is a valid document with an empty list."""
    stream = io.StringIO()
    document.write(stream, [])
    written = json.loads(stream.getvalue())
    assert written["results"] == []
    assert valid(written)


def test_a_record_is_written_before_the_next_is_read(
    result: Callable[..., Result],
) -> None:
    """No more than one record is held: each is on the stream when the next comes."""
    stream = io.StringIO()
    lines = []

    def records() -> Iterator[Result]:
        for _ in range(3):
            lines.append(stream.getvalue().count('"student"'))
            yield result()

    document.write(stream, records())
    assert lines == [0, 1, 2]
