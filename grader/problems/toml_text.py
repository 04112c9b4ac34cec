"""Writing the few TOML values that a public edition needs."""

import json
from collections.abc import Sequence

__all__ = ["toml_value"]

Scalar = str | bool | int | float


def toml_value(value: Scalar | Sequence[str]) -> str:
    """Return a value as TOML; a whole float is written as an integer."""
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return repr(int(value) if value == int(value) else value)
    return f"[{', '.join(_quote(item) for item in value)}]"


def _quote(text: str) -> str:
    """Quote as JSON does; TOML alone also wants DEL escaped.

    Non-ASCII characters stay as they are: JSON's escapes for those above U+FFFF are
    surrogate pairs, which TOML refuses.
    """
    return json.dumps(text, ensure_ascii=False).replace("\x7f", r"\u007f")
