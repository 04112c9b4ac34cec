"""A quick "yes" to whether a value fits a JSON Schema.

Importing jsonschema takes longer than everything else that is done with a problem
folder, and almost every folder is fine. So a value is first looked at here. "No" means
"not sure": a wrong value, or a keyword unknown here; jsonschema then has the last word.
That "yes" is never wrong is tested against jsonschema.
"""

import re
from collections.abc import Callable, Mapping
from typing import Any

__all__ = ["surely_conforms"]

Schema = Mapping[str, Any]


def surely_conforms(value: object, schema: Schema | bool, root: Schema) -> bool:
    """Return True if ``value`` is valid; ``root`` is where ``$ref`` looks."""
    if isinstance(schema, bool):
        return schema
    if "if" in schema:
        holds = surely_conforms(value, schema["if"], root)
        branch = schema["then" if holds else "else"]
        rest = {key: schema[key] for key in schema if key not in _CONDITION}
        return surely_conforms(value, branch, root) and surely_conforms(
            value, rest, root
        )
    return all(
        keyword in _ANNOTATIONS
        or (keyword in _CHECKS and _CHECKS[keyword](value, schema, root))
        for keyword in schema
    )


def _type(value: object, schema: Schema, _: Schema) -> bool:
    if isinstance(value, bool):
        return bool(schema["type"] == "boolean")
    return isinstance(value, _TYPES.get(schema["type"], ()))


def _ref(value: object, schema: Schema, root: Schema) -> bool:
    target: Any = root
    for step in schema["$ref"].removeprefix("#/").split("/"):
        target = target[step]
    return surely_conforms(value, target, root)


def _items(value: object, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, list) or all(
        surely_conforms(item, schema["items"], root) for item in value
    )


def _properties(value: object, schema: Schema, root: Schema) -> bool:
    return not isinstance(value, dict) or all(
        surely_conforms(value[key], part, root)
        for key, part in schema["properties"].items()
        if key in value
    )


def _no_more_properties(value: object, schema: Schema, _: Schema) -> bool:
    if schema["additionalProperties"] is not False:
        return False
    return not isinstance(value, dict) or value.keys() <= schema["properties"].keys()


def _required(value: object, schema: Schema, _: Schema) -> bool:
    return not isinstance(value, dict) or value.keys() >= set(schema["required"])


def _pattern(value: object, schema: Schema, _: Schema) -> bool:
    return not isinstance(value, str) or bool(re.search(schema["pattern"], value))


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool)


_TYPES: Mapping[str, tuple[type, ...]] = {
    "object": (dict,),
    "array": (list,),
    "string": (str,),
    "integer": (int,),  # 5.0 is one as well, but jsonschema may say so
    "number": (int, float),
}
# Every test is of what is allowed, not of what is not: so NaN never passes.
_CHECKS: Mapping[str, Callable[[Any, Schema, Schema], bool]] = {
    "type": _type,
    "$ref": _ref,
    "items": _items,
    "properties": _properties,
    "additionalProperties": _no_more_properties,
    "required": _required,
    "pattern": _pattern,
    "enum": lambda value, schema, _: isinstance(value, str) and value in schema["enum"],
    "const": lambda value, schema, _: (
        isinstance(value, str) and value == schema["const"]
    ),
    "minItems": lambda value, schema, _: (
        not isinstance(value, list) or len(value) >= schema["minItems"]
    ),
    "minimum": lambda value, schema, _: (
        not _is_number(value) or value >= schema["minimum"]
    ),
    "maximum": lambda value, schema, _: (
        not _is_number(value) or value <= schema["maximum"]
    ),
    "exclusiveMinimum": lambda value, schema, _: (
        not _is_number(value) or value > schema["exclusiveMinimum"]
    ),
}
_ANNOTATIONS = frozenset(
    {"$schema", "$id", "$defs", "title", "description", "default", "examples"}
    | {"x-expected"}
)
_CONDITION = frozenset({"if", "then", "else"})
