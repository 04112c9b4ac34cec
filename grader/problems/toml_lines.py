r"""Where in a TOML text each key and each element of an array stands.

tomllib gives values without positions, and a fault needs a line. This scanner walks a
text that tomllib has already accepted, so it needs to recognise no error: it steps from
value to value and notes the line on which each path starts. A path is made of keys
and indices, such as ``("categories", 2, "points")``.
"""

import re
import tomllib

__all__ = ["KeyPath", "key_lines", "line_of"]

KeyPath = tuple[str | int, ...]

_BLANK = re.compile(r"(?:[ \t\n]|#[^\n]*)*")
_BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")
# A multi-line string may end in five quotes: two of its own, then the closing three.
_STRING = re.compile(
    r"""  \"{3} (?:\\.|[^\\])*? \"{3,5}  |  '{3} .*? '{3,5}
        | \"  (?:\\.|[^"\\])*   \"       |  '    [^']*  '   """,
    re.DOTALL | re.VERBOSE,
)
_SCALAR = re.compile(r"[^,\]}#\n]+")


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the first line of every key path of a valid TOML text, from 1."""
    scanner = _Scanner(text.replace("\r\n", "\n"))
    scanner.document()
    return scanner.lines


def line_of(lines: dict[KeyPath, int], path: KeyPath) -> int:
    """Return the line of a path or, if it is not there, of what would hold it."""
    while path and path not in lines:
        path = path[:-1]
    return lines.get(path, 1)


class _Scanner:
    def __init__(self, text: str) -> None:
        self.text = text
        self.position = 0
        self.lines: dict[KeyPath, int] = {}
        self.tables: dict[KeyPath, int] = {}  # how many [[tables]] of a name so far

    def document(self) -> None:
        prefix: KeyPath = ()
        self._skip_blank()
        while self.position < len(self.text):
            if self._take("[["):
                prefix = self._array_header(*self._header("]]"))
            elif self._take("["):
                prefix = self._note_all(*self._header("]"))
            else:
                self._key_and_value(prefix)
            self._skip_blank()

    def _array_header(self, keys: list[str], line: int) -> KeyPath:
        name = (*self._note_all(keys[:-1], line), keys[-1])
        index = self.tables.get(name, 0)
        self.tables[name] = index + 1
        self._note(name, line)
        self._note((*name, index), line)
        return (*name, index)

    def _header(self, end: str) -> tuple[list[str], int]:
        line = self._line()
        keys = self._keys()
        self._take(end)
        return keys, line

    def _key_and_value(self, prefix: KeyPath) -> None:
        line = self._line()
        path = self._note_all(self._keys(), line, prefix)
        self._take("=")
        self._skip_blank()
        self._value(path)

    def _keys(self) -> list[str]:
        keys = [self._key()]
        while self._take("."):
            keys.append(self._key())
        return keys

    def _key(self) -> str:
        self._skip_blank()
        if self.text[self.position] in "\"'":
            quoted = self._match(_STRING)
            key: str = tomllib.loads(f"key = {quoted}")["key"]
        else:
            key = self._match(_BARE_KEY)
        self._skip_blank()
        return key

    def _value(self, path: KeyPath) -> None:
        if self._take("["):
            self._array(path)
        elif self._take("{"):
            self._inline_table(path)
        elif self.text[self.position] in "\"'":
            self._match(_STRING)
        else:
            self._match(_SCALAR)

    def _array(self, path: KeyPath) -> None:
        index = 0
        self._skip_blank()
        while not self._take("]"):
            self._note((*path, index), self._line())
            self._value((*path, index))
            self._skip_separator()
            index += 1

    def _inline_table(self, path: KeyPath) -> None:
        self._skip_blank()
        while not self._take("}"):
            self._key_and_value(path)
            self._skip_separator()

    def _note_all(self, keys: list[str], line: int, path: KeyPath = ()) -> KeyPath:
        """Note each step of a dotted name; a step into [[tables]] means the last."""
        for key in keys:
            path = (*path, key)
            self._note(path, line)
            if path in self.tables:
                path = (*path, self.tables[path] - 1)
        return path

    def _note(self, path: KeyPath, line: int) -> None:
        self.lines.setdefault(path, line)

    def _line(self) -> int:
        return self.text.count("\n", 0, self.position) + 1

    def _skip_separator(self) -> None:
        self._skip_blank()
        self._take(",")
        self._skip_blank()

    def _skip_blank(self) -> None:
        self._match(_BLANK)

    def _take(self, token: str) -> bool:
        found = self.text.startswith(token, self.position)
        if found:
            self.position += len(token)
        return found

    def _match(self, pattern: re.Pattern[str]) -> str:
        match = pattern.match(self.text, self.position)
        assert match, "tomllib accepted this text"
        self.position = match.end()
        return match.group()
