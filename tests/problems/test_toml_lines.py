"""Lines of key paths, on texts written by hand and on generated ones."""

import tomllib

from hypothesis import given, settings
from hypothesis import strategies as st

from grader.problems.toml_lines import KeyPath, key_lines, line_of
from grader.problems.toml_text import toml_value

TEXT = '''\
# a comment with a [bracket] and "quotes"
title = "one # not a comment"
"odd key" . 'and.dots' = 1

many = [
  "a, ]",  # the first
  [1, 2],
  { deep = true, "x y" = { z = 2 } },
]
long = """
[not_a_table]
key = "no key"  \\""" still inside"""""
raw = \'\'\'
[[neither]]\'\'\'\'\' # two of them are text
when = 1979-05-27 07:32:00
dotted.key.path = 0x1F

[table]
inside = 'it''s'

[ table . sub ]
x = -1.5e3

[[rows]]
id = 1

[[rows]]
id = 2
  [rows.part]
  y = 3
  [[rows.list]]
  z = 4
  [[rows.list]]
  z = 5
'''.replace("'it''s'", "'its'")


def paths_of(value: object, path: KeyPath = ()) -> set[KeyPath]:
    """Return every path into a parsed document, the empty one left out."""
    if isinstance(value, dict):
        steps: list[tuple[str | int, object]] = list(value.items())
    else:
        steps = list(enumerate(value)) if isinstance(value, list) else []
    below = [paths_of(item, (*path, step)) for step, item in steps]
    return {path for path in [path] if path}.union(*below)


def test_every_path_has_its_line() -> None:
    """Comments, strings, arrays, tables and arrays of tables are all stepped over."""
    assert key_lines(TEXT) == {
        ("title",): 2,
        ("odd key",): 3,
        ("odd key", "and.dots"): 3,
        ("many",): 5,
        ("many", 0): 6,
        ("many", 1): 7,
        ("many", 1, 0): 7,
        ("many", 1, 1): 7,
        ("many", 2): 8,
        ("many", 2, "deep"): 8,
        ("many", 2, "x y"): 8,
        ("many", 2, "x y", "z"): 8,
        ("long",): 10,
        ("raw",): 13,
        ("when",): 15,
        ("dotted",): 16,
        ("dotted", "key"): 16,
        ("dotted", "key", "path"): 16,
        ("table",): 18,
        ("table", "inside"): 19,
        ("table", "sub"): 21,
        ("table", "sub", "x"): 22,
        ("rows",): 24,
        ("rows", 0): 24,
        ("rows", 0, "id"): 25,
        ("rows", 1): 27,
        ("rows", 1, "id"): 28,
        ("rows", 1, "part"): 29,
        ("rows", 1, "part", "y"): 30,
        ("rows", 1, "list"): 31,
        ("rows", 1, "list", 0): 31,
        ("rows", 1, "list", 0, "z"): 32,
        ("rows", 1, "list", 1): 33,
        ("rows", 1, "list", 1, "z"): 34,
    }


def test_the_text_by_hand_is_the_document_that_tomllib_sees() -> None:
    """No path of the parsed document is without a line, and no line without a path."""
    assert set(key_lines(TEXT)) == paths_of(tomllib.loads(TEXT))


def test_windows_line_ends_count_once() -> None:
    """A carriage return before the line feed adds no line."""
    assert key_lines(TEXT.replace("\n", "\r\n")) == key_lines(TEXT)


def test_an_empty_text_has_no_paths() -> None:
    """Nothing but comments and blank lines is a document too."""
    assert key_lines("\n# only this\n\n") == {}


def test_a_path_that_is_not_there_has_the_line_of_its_table() -> None:
    """A missing key is reported where the table that lacks it begins."""
    lines = key_lines(TEXT)
    assert line_of(lines, ("rows", 1, "absent")) == 27
    assert line_of(lines, ("absent",)) == 1
    assert line_of(lines, ()) == 1


KEYS = st.text("ab\"'#.[]=é \n\t\\", min_size=1, max_size=4)
SCALARS = st.sampled_from(
    [
        '"x # y"',
        "'[z]'",
        '"""\n[a]\n"""',
        "'''\n\n'''",
        '"\\"]"',
        '""',
        "''",
        "-0.5",
        "true",
        "1979-05-27T07:32:00Z",
    ]
)


def _array(items: list[str]) -> str:
    return "[ # begin\n" + " , # next\n\n".join(items) + "\n]"


def _inline(items: dict[str, str]) -> str:
    pairs = (f"{toml_value(key)} = {value}" for key, value in items.items())
    return "{" + ", ".join(pairs) + "}"


ONE_LINE = SCALARS.filter(lambda text: "\n" not in text)
VALUES = st.one_of(
    SCALARS,
    st.lists(SCALARS | st.lists(SCALARS, max_size=2).map(_array), max_size=3).map(
        _array
    ),
    st.dictionaries(KEYS, ONE_LINE, max_size=3).map(_inline),
)
TABLES = st.dictionaries(KEYS, VALUES, max_size=4)


@settings(deadline=None)
@given(top=TABLES, rows=st.lists(TABLES, max_size=3), table=TABLES)
def test_generated_documents_are_stepped_through(
    top: dict[str, str], rows: list[dict[str, str]], table: dict[str, str]
) -> None:
    """In any document, exactly its paths have lines, each a line that names the key."""
    parts = [_lines(top)]
    parts += ["[[c.c]]  # a row\n" + _lines(row) for row in rows]
    parts += [f"[{toml_value('t.t')}.x]\n" + _lines(table)]
    text = "\n".join(parts)
    lines = key_lines(text)
    assert set(lines) == paths_of(tomllib.loads(text))
    written = text.split("\n")
    for path, line in lines.items():
        if isinstance(path[-1], str) and path[-1] not in {"c", "x"}:
            assert toml_value(path[-1]) in written[line - 1]


def _lines(table: dict[str, str]) -> str:
    return "\n".join(f"{toml_value(key)} = {value}" for key, value in table.items())
