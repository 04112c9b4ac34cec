"""The published schema, and the quick look that spares importing jsonschema."""

import copy
import subprocess  # noqa: TID251  a fresh interpreter shows what is imported
import sys
import tomllib
from collections.abc import Callable
from dataclasses import fields
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from grader.model import Limits
from grader.problems.conformance import surely_conforms
from grader.problems.schema import findings, published_schema

SCHEMA = published_schema()
GOOD: dict[str, Any] = {
    "title": "A",
    "unit": "u",
    "difficulty": "easy",
    "minutes": 5,
    "hidden_tests": 1,
    "categories": [{"id": "a", "title": "A", "points": 1, "hint": "h"}],
}
PUBLIC: dict[str, Any] = {
    **GOOD,
    "id": "a",
    "edition": "public",
    "digest": f"sha256:{'0' * 64}",
    "categories": [{"id": "a", "title": "A", "points": 1}],
}


def described(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return every schema of a property, at any depth."""
    found: list[dict[str, Any]] = []
    for part in schema.get("properties", {}).values():
        found += [part, *described(part), *described(part.get("items", {}))]
    return found


def test_the_schema_is_a_schema() -> None:
    """It is a valid schema of draft 2020-12."""
    jsonschema.Draft202012Validator.check_schema(SCHEMA)
    assert SCHEMA["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_an_editor_can_explain_every_key() -> None:
    """Each key has a title and a description, and each value words for a message."""
    parts = described(SCHEMA)
    assert len(parts) == 23
    assert [part for part in parts if not part.get("title")] == []
    assert [part for part in parts if not part.get("description")] == []
    bare = [part for part in parts if "x-expected" not in part and "$ref" not in part]
    assert bare == []
    assert [
        key for key, part in SCHEMA["$defs"].items() if "x-expected" not in part
    ] == []


def test_the_limits_are_those_of_the_model() -> None:
    """The schema knows each limit of the model, with its default, and no other."""
    published = SCHEMA["properties"]["limits"]["properties"]
    assert {key: part["default"] for key, part in published.items()} == {
        field.name: field.default for field in fields(Limits)
    }


@pytest.mark.parametrize("document", [GOOD, PUBLIC])
def test_good_documents_conform_at_a_glance(document: dict[str, Any]) -> None:
    """A full and a public edition need no second look."""
    assert surely_conforms(document, SCHEMA, SCHEMA) is True
    assert findings(document) == []


def test_jsonschema_is_not_imported_for_a_good_folder(
    make_problem: Callable[..., Path],
) -> None:
    """Reading a good problem does not pay for what only explains faults."""
    code = (
        "import pathlib, sys; from grader.problems import load; "
        "load(pathlib.Path(sys.argv[1])); "
        "print([name for name in ('jsonschema', 'numpy') if name in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, str(make_problem())],
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "[]\n"


ODD = st.sampled_from(
    [
        *[None, True, False, 0, 1, -1, 0.5, 5.0, float("nan"), float("inf"), 10**30],
        *["", "a", "A b", "a\n", "easy", "public", "full", f"sha256:{'0' * 64}"],
        *[[], {}, [1], ["torch"], ["a b"], {"wall_seconds": 1}, {"wall_seconds": "1"}],
        *[{"file_bytes": 0}, {"other": 1}, [[]], [{}], [{"id": "a"}]],
    ]
)
KEYS = [*SCHEMA["properties"], "other", "hint", "points"]


@hypothesis_settings(deadline=None)
@given(
    base=st.sampled_from([GOOD, PUBLIC, {}]),
    changes=st.dictionaries(st.sampled_from(KEYS), ODD, max_size=2),
    removed=st.sets(st.sampled_from(KEYS), max_size=1),
    category=st.dictionaries(st.sampled_from(KEYS), ODD, max_size=2),
)
def test_a_yes_at_a_glance_is_never_wrong(
    base: dict[str, Any],
    changes: dict[str, Any],
    removed: set[str],
    category: dict[str, Any],
) -> None:
    """Whatever the quick look accepts, jsonschema accepts."""
    document = copy.deepcopy(base)
    for item in document.get("categories", ()):
        item.update(category)
    document.update(changes)
    for key in removed:
        document.pop(key, None)
    if surely_conforms(document, SCHEMA, SCHEMA):
        jsonschema.Draft202012Validator(SCHEMA).validate(document)


def test_a_keyword_unknown_here_is_left_to_jsonschema() -> None:
    """A schema that grows makes the quick look unsure, not wrong."""
    assert surely_conforms("a", {"type": "string"}, {}) is True
    assert surely_conforms("a", {"type": "string", "maxLength": 0}, {}) is False
    assert (
        surely_conforms({}, {"additionalProperties": {"type": "string"}}, {}) is False
    )


@pytest.mark.parametrize(
    ("value", "schema"),
    [
        (True, {"type": "integer"}),
        (True, {"type": "number"}),
        (1, {"type": "boolean"}),
        (True, {"enum": [1]}),
        (float("nan"), {"minimum": 0}),
        (float("nan"), {"maximum": 0}),
        (float("nan"), {"exclusiveMinimum": 0}),
        ("a\n", {"pattern": "^a(?![\\s\\S])"}),
        ([], {"minItems": 1}),
        ([1], {"items": {"type": "string"}}),
    ],
)
def test_no_value_slips_through(value: object, schema: dict[str, Any]) -> None:
    """What Python takes for equal or in order, the quick look does not."""
    assert surely_conforms(value, schema, {}) is False


def test_findings_of_two_editions() -> None:
    """What belongs in one edition only is refused in the other."""
    mixed = {**PUBLIC, "categories": GOOD["categories"]}
    assert [(item.path, item.message) for item in findings(mixed)] == [
        (("categories", 0, "hint"), '"hint" does not belong in a public edition')
    ]
    claimed = {**GOOD, "id": "a", "digest": PUBLIC["digest"]}
    assert [item.message for item in findings(claimed)] == [
        '"id" does not belong in a full edition',
        '"digest" does not belong in a full edition',
    ]
    undated = {key: PUBLIC[key] for key in PUBLIC if key != "digest"}
    assert [(item.path, item.message) for item in findings(undated)] == [
        (
            (),
            'missing key "digest": expected "sha256:" and 64 hexadecimal digits',
        )
    ]


def test_a_document_that_tomllib_made() -> None:
    """Dates are no strings, although they look like some."""
    document = {**GOOD, **tomllib.loads("title = 2024-02-29")}
    assert [item.message for item in findings(document)] == [
        "title: expected one line of text, found the date 2024-02-29"
    ]
