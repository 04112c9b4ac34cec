"""What problem.toml must look like, and words for how a document differs from it.

The rules are ``grader/schemas/problem.schema.json``. Each value there has an annotation
``x-expected``, the words in which a message says what belongs there.
"""

import json
import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from grader.problems.conformance import surely_conforms
from grader.problems.text import closest
from grader.problems.toml_lines import KeyPath

if TYPE_CHECKING:
    from jsonschema.exceptions import ValidationError

__all__ = ["Finding", "findings", "published_schema"]

# Not importlib.resources: importing that takes longer than all of `load`.
_SCHEMA = Path(__file__).parent.parent / "schemas" / "problem.schema.json"
_SHOWN_CHARACTERS = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One fault of a document, where its key path leads."""

    path: KeyPath
    message: str


def published_schema() -> dict[str, Any]:
    """Return the JSON Schema of problem.toml."""
    schema: dict[str, Any] = json.loads(_SCHEMA.read_bytes())
    return schema


def findings(document: Mapping[str, Any]) -> list[Finding]:
    """Return all that is wrong with a parsed problem.toml."""
    schema = published_schema()
    by_schema: list[Finding] = []
    if not surely_conforms(document, schema, schema):
        from jsonschema import Draft202012Validator  # 0.1 s, paid for faults only

        for error in Draft202012Validator(schema).iter_errors(document):
            by_schema += _explain(error, schema)
    beyond = [*_not_numbers(document, (), schema), *_twice(document)]
    return list(dict.fromkeys([*by_schema, *beyond]))


def _explain(error: "ValidationError", schema: Mapping[str, Any]) -> Iterator[Finding]:
    path = tuple(error.absolute_path)
    instance: Any = error.instance
    required: Any = error.validator_value
    if error.validator == "required":
        for key in required:
            if key not in instance:
                expected = _expected(schema, (*path, key))
                yield Finding(
                    path=path, message=f'missing key "{key}": expected {expected}'
                )
    elif error.validator == "additionalProperties":
        known = _at(schema, path)["properties"]
        for key in instance:
            if key not in known:
                message = _unknown(key, path, list(known), schema)
                yield Finding(path=(*path, key), message=message)
    elif error.validator == "not":  # a key that only the other edition has
        edition = "full" if path[0] in ("id", "digest") else "public"
        message = f'"{path[-1]}" does not belong in a {edition} edition'
        yield Finding(path=path, message=message)
    else:
        yield _unexpected(path, instance, schema)


def _unexpected(path: KeyPath, value: object, schema: Mapping[str, Any]) -> Finding:
    expected, found = _expected(schema, path), _words_for(value)
    return Finding(
        path=path, message=f"{_name(path)}: expected {expected}, found {found}"
    )


def _unknown(
    key: str, path: KeyPath, known: list[str], schema: Mapping[str, Any]
) -> str:
    found = f"unknown key {_words_for(key).removeprefix('the string ')}"
    if path and key in schema["properties"]:
        return f"{found} here: it belongs at the top, above the first [heading]"
    if not path and key in schema["properties"]["limits"]["properties"]:
        return f"{found} here: it belongs below [limits]"
    if meant := closest(key, known):
        return f'{found}: did you mean "{meant}"?'
    return f"{found}: expected one of {', '.join(known)}"


def _not_numbers(
    value: object, path: KeyPath, schema: Mapping[str, Any]
) -> Iterator[Finding]:
    """Find every NaN: no minimum and no maximum of a schema refuses one."""
    if isinstance(value, float) and math.isnan(value) and _at(schema, path):
        yield _unexpected(path, value, schema)
    items = value.items() if isinstance(value, dict) else ()
    for key, item in enumerate(value) if isinstance(value, list) else items:
        yield from _not_numbers(item, (*path, key), schema)


def _twice(document: Mapping[str, Any]) -> Iterator[Finding]:
    """Find categories that share an id."""
    categories = document.get("categories")
    seen: set[str] = set()
    for index, category in enumerate(
        categories if isinstance(categories, list) else ()
    ):
        identifier = category.get("id") if isinstance(category, dict) else None
        if isinstance(identifier, str):
            if identifier in seen:
                yield Finding(
                    path=("categories", index, "id"),
                    message=f'a second category has the id "{identifier}"',
                )
            seen.add(identifier)


def _at(schema: Mapping[str, Any], path: KeyPath) -> Mapping[str, Any]:
    """Return the part of the schema that describes what a path leads to, or {}."""
    part = schema
    for step in path:
        if isinstance(step, int):
            part = part.get("items", {})
        else:
            part = part.get("properties", {}).get(step, {})
        if "$ref" in part:
            part = schema["$defs"][part["$ref"].rpartition("/")[2]]
    return part


def _expected(schema: Mapping[str, Any], path: KeyPath) -> str:
    words: str = _at(schema, path)["x-expected"]
    return words


def _name(path: KeyPath) -> str:
    """Return the last key of a path, with what follows it in brackets."""
    if not path:
        return "the file"
    last = path[-1]
    return f"{_name(path[:-1])}[{last}]" if isinstance(last, int) else last


def _words_for(value: object) -> str:
    if isinstance(value, dict):
        return "a table"
    if isinstance(value, list):
        return f"an array of {len(value)}" if value else "an empty array"
    if isinstance(value, bool | int | float):
        return str(value).lower()
    if isinstance(value, str):
        quoted = json.dumps(value, ensure_ascii=False)
        cut = len(quoted) > _SHOWN_CHARACTERS
        return f"the string {quoted[:_SHOWN_CHARACTERS] + '…' if cut else quoted}"
    return f"the {type(value).__name__} {value}"  # a date or a time
