"""Finding and reading what students handed in: files, folders and archives."""

from grader.intake.collection import LAYOUTS, Layout, collect
from grader.intake.source import SOURCE_BYTES, Source, decode
from grader.intake.submission import (
    Collection,
    Note,
    Origin,
    Reading,
    Submission,
    read,
)

__all__ = [
    "LAYOUTS",
    "SOURCE_BYTES",
    "Collection",
    "Layout",
    "Note",
    "Origin",
    "Reading",
    "Source",
    "Submission",
    "collect",
    "decode",
    "read",
]
