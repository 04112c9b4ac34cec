"""Files that cannot be graded as they are: one clear fault each, nothing else lost."""

import os
from collections.abc import Mapping
from pathlib import Path

import pytest

RIGHT = (Path(__file__).parents[2] / "solutions/gradient_check.py").read_text("utf-8")

BROKEN: Mapping[str, tuple[bytes, str, int | None, str]] = {
    # name: content, kind of fault, line, message
    "syntax error": (
        b"def gradient_check(a, b, tol=1e-6):\n    return (0.0, True\n",
        *("syntax", 2, "SyntaxError: '(' was never closed"),
    ),
    "tabs and spaces": (
        b"def gradient_check(a, b, tol=1e-6):\n    x = 1\n\treturn x, True\n",
        *("syntax", 3, "TabError: inconsistent use of tabs and spaces in indentation"),
    ),
    "latin-1 byte": (
        b"# r\xe9ponse\n" + RIGHT.encode(),
        *("encoding", 1, "0xe9"),
    ),
    "wrong coding line": (
        b"# -*- coding: utf-7 -*-\n" + RIGHT.encode(),
        *("encoding", 1, "utf-7"),
    ),
    "NUL byte": (RIGHT.encode() + b"\n\0\n", "encoding", None, "NUL"),
    "UTF-16": (RIGHT.encode("utf-16"), "encoding", None, "UTF-16"),
    "empty": (b"", "missing_function", None, "gradient_check is not defined"),
    "misspelled": (
        RIGHT.replace("gradient_check", "gradientcheck").encode(),
        *("missing_function", None, "did you mean it by gradientcheck?"),
    ),
    "not a function": (
        b"gradient_check = 3\n",
        *("missing_function", None, "not a function but of type int"),
    ),
    "import error": (
        b"import numpy as np\nimport nosuchmodule\n" + RIGHT.encode(),
        *("import", 2, "ModuleNotFoundError: No module named 'nosuchmodule'"),
    ),
    "relative import": (
        b"from .helpers import norm\n" + RIGHT.encode(),
        *("import", 1, "attempted relative import"),
    ),
    "asks at import": (
        b"name = input('who? ')\n" + RIGHT.encode(),
        *("import", 1, "EOFError: input() has nobody to ask here"),
    ),
    "raises at import": (
        RIGHT.encode() + b"\nassert gradient_check([1], [1]) == (1, 2)\n",
        *("import", None, "AssertionError"),
    ),
    "exits at import": (
        b"import sys\nsys.exit(0)\n" + RIGHT.encode(),
        *("import", 2, "SystemExit: the file ends the program"),
    ),
    "dies at import": (
        b"import os\nos._exit(0)\n" + RIGHT.encode(),
        *("crashed", None, "it ended its own process (exit code 0)"),
    ),
    "opens a window": (
        b"import tkinter\ntkinter.Tk()\n" + RIGHT.encode(),
        *("import", None, ""),
    ),
}

HONEST: Mapping[str, bytes] = {
    "right": RIGHT.encode(),
    "BOM": b"\xef\xbb\xbf" + RIGHT.encode(),
    "fitting coding line": b"# coding: latin-1\n# r\xe9ponse\n" + RIGHT.encode(),
    "Windows lines": RIGHT.replace("\n", "\r\n").encode(),
    "prints at import": b"print('hello')\n" + RIGHT.encode(),
    "main block": RIGHT.encode() + b"\nif __name__ == '__main__':\n    input()\n",
    "a lambda": (
        RIGHT.replace("gradient_check", "solve").encode()
        + b"\ngradient_check = lambda a, b, tol=1e-6: solve(a, b, tol)\n"
    ),
    "Zoë Müller": RIGHT.encode(),
    "李 雷": RIGHT.encode(),
    "-dash": RIGHT.encode(),
    'quote\'s "name"': RIGHT.encode(),
}


def write_inbox(inbox: Path, files: Mapping[str, bytes]) -> None:
    """Make a folder of students' folders."""
    for student, content in files.items():
        folder = inbox / student
        folder.mkdir(parents=True)
        (folder / "gradient_check.py").write_bytes(content)


@pytest.fixture(scope="module")
def graded(grader, tmp_path_factory):
    """Grade all files of this module in one run."""
    inbox = tmp_path_factory.mktemp("inbox")
    write_inbox(inbox, HONEST | {name: each[0] for name, each in BROKEN.items()})
    (inbox / "a directory" / "gradient_check.py").mkdir(parents=True)
    (inbox / "nothing").mkdir()
    return grader("grade", inbox, "--json")


def test_everything_was_graded(graded):
    """Bad files are graded with zero points: the command is done."""
    assert graded.code == 0


@pytest.mark.parametrize("student", HONEST)
def test_an_honest_file_gets_full_marks(graded, student):
    """What is right gets full marks, whatever lies in the same run."""
    assert graded.results[student]["score"] == 12.0


@pytest.mark.parametrize("student", BROKEN)
def test_a_broken_file_gets_one_clear_fault(graded, student):
    """The fault says what and on which line, and every test is marked with it."""
    _, kind, line, message = BROKEN[student]
    result = graded.results[student]
    assert (result["status"], result["score"]) == ("graded", 0.0)
    assert result["fault"]["kind"] == kind
    assert message in result["fault"]["message"]
    assert "\n" not in result["fault"]["message"]
    if line is not None:
        assert result["fault"]["line"] == line
    assert len(result["tests"]) == 15
    assert {test["message"] for test in result["tests"]} == {result["fault"]["message"]}


@pytest.mark.parametrize("student", ["a directory", "nothing"])
def test_no_file_is_missing_and_no_mark(graded, student):
    """A student who handed nothing in is missing, not zero."""
    assert graded.results[student]["status"] == "missing"


def test_a_file_that_cannot_be_read_is_not_graded(grader, tmp_path):
    """What cannot be read is not a zero: exit code 3, and the others are graded."""
    write_inbox(tmp_path / "inbox", {"right": HONEST["right"]})
    (tmp_path / "inbox" / "pipe").mkdir()
    os.mkfifo(tmp_path / "inbox" / "pipe" / "gradient_check.py")
    ran = grader("grade", tmp_path / "inbox", "--json")
    assert ran.code == 3
    assert ran.results["pipe"]["status"] == "not_graded"
    assert ran.results["pipe"]["fault"]["kind"] == "unreadable"
    assert ran.results["right"]["score"] == 12.0
