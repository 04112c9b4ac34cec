"""Bytes of a file to its text, or one clear fault."""

import codecs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from grader.intake.source import SOURCE_BYTES, decode
from grader.model import Fault, FaultKind

TEXTS = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"))


def fault(message: str, line: int | None) -> Fault:
    return Fault(kind=FaultKind.ENCODING, message=message, line=line)


def line_of(data: bytes) -> int | None:
    source = decode(data)
    assert isinstance(source, Fault)
    return source.line


@given(st.binary(max_size=400))
def test_any_bytes_are_text_or_a_fault(data):
    """Nothing that a student can write makes decoding raise."""
    source = decode(data)
    assert isinstance(source, str) or source.kind is FaultKind.ENCODING


@given(
    st.sampled_from([b"", codecs.BOM_UTF8, codecs.BOM_UTF16_LE, b"\n", b"\r"]),
    st.binary(max_size=30),
    st.binary(max_size=60),
)
def test_any_coding_line_is_text_or_a_fault(start, name, rest):
    """Nor does anything that stands where a coding line may stand."""
    source = decode(start + b"# coding: " + name + b"\n" + rest)
    assert isinstance(source, str) or source.kind is FaultKind.ENCODING


@given(TEXTS)
def test_utf8_text_comes_back_as_it_was(text):
    """What was saved as UTF-8 is read as the same text, line endings and all."""
    said = "x = 1\n\n" + text  # so that no coding line is in the first two lines
    assert decode(said.encode()) == said


@given(TEXTS)
def test_a_byte_order_mark_is_left_out(text):
    """The mark of UTF-8 is accepted and is not part of the text."""
    said = "x = 1\n\n" + text
    assert decode(codecs.BOM_UTF8 + said.encode()) == said


@pytest.mark.parametrize("data", [b"", b" \n\t\n", b"# only a comment\n", b"\r\n"])
def test_a_file_without_code_is_text(data):
    """An empty file is no fault of encoding: it lacks functions, not letters."""
    assert decode(data) == data.decode()


@pytest.mark.parametrize(
    ("name", "codec", "letter"),
    [
        ("latin-1", "latin-1", "é"),
        ("latin1", "latin-1", "é"),
        ("ISO-8859-1", "latin-1", "é"),
        ("iso_8859_1", "latin-1", "é"),
        ("latin-1-unix", "latin-1", "é"),
        ("iso-8859-15", "iso-8859-15", "€"),
        ("cp1252", "cp1252", "€"),
        ("windows-1252", "cp1252", "€"),
        ("cp1251", "cp1251", "ж"),
        ("koi8-r", "koi8-r", "ж"),
        ("gbk", "gbk", "梯"),
        ("gb2312", "gb2312", "度"),
        ("gb18030", "gb18030", "梯"),
        ("shift_jis", "shift_jis", "勾"),
        ("sjis", "shift_jis", "勾"),
        ("euc-jp", "euc-jp", "勾"),
        ("euc-kr", "euc-kr", "기"),
        ("big5", "big5", "梯"),
        ("utf-8", "utf-8", "é"),
        ("utf8", "utf-8", "é"),
        ("UTF_8", "utf-8", "é"),
        ("utf-8-unix", "utf-8", "é"),
    ],
)
def test_an_accepted_coding_line_is_honoured(name, codec, letter):
    """A file is read as its coding line says, which stays in the text."""
    text = f"#!/usr/bin/env python\n# -*- coding: {name} -*-\nname = '{letter}'\n"
    assert decode(text.encode(codec)) == text


@pytest.mark.parametrize(
    "name", ["utf-7", "utf_7", "rot13", "utf-16", "idna", "punycode", "unicode_escape"]
)
def test_other_codecs_are_named(name):
    """A codec that hides what the file says is a fault that names it."""
    message = f"the coding line names {name!r}, which is not accepted: "
    expected = fault(f"{message}save the file as UTF-8", 1)
    assert decode(f"# coding: {name}\nx = 1\n".encode()) == expected


def test_an_unknown_codec_is_named_with_its_line():
    """A codec that does not exist is a fault on the line that names it."""
    expected = fault(
        "the coding line names 'klingon', which is not accepted: "
        "save the file as UTF-8",
        2,
    )
    assert decode(b"\n# vim: set fileencoding=klingon :\n") == expected


def test_a_very_long_codec_name_is_cut_short():
    """A coding line of a hundred thousand letters is looked up nowhere."""
    expected = fault(
        f"the coding line names {'a' * 40!r}, which is not accepted: "
        "save the file as UTF-8",
        1,
    )
    assert decode(b"# coding: " + b"a" * 100_000) == expected


@pytest.mark.parametrize(
    "start",
    [
        "\n\n",  # the third line
        "x = 1\n",  # after code
        "'''\n",  # inside a string
        "x = 1  ",  # behind code
    ],
)
def test_a_coding_line_elsewhere_means_nothing(start):
    """As in Python, only a comment of its own in the first two lines counts."""
    text = start + "# coding: utf-7\n"
    assert decode(text.encode()) == text


def test_lone_carriage_returns_end_lines():
    """The second line may end the first with a carriage return only."""
    assert decode(b"\r# coding: latin-1\rname = '\xe9'") == (
        "\r# coding: latin-1\rname = 'é'"
    )


def test_a_byte_order_mark_and_another_codec_do_not_agree():
    """Python refuses a file that says UTF-8 by its mark and latin-1 by its line."""
    expected = fault(
        "the coding line names 'latin-1', but the file begins with the mark of "
        "UTF-8: remove the coding line",
        1,
    )
    assert decode(codecs.BOM_UTF8 + b"# coding: latin-1\n") == expected


def test_a_byte_that_is_not_utf8_is_shown():
    """One latin-1 letter is a fault with its line, the byte, and what to do."""
    expected = fault(
        "byte 0xe9 is not UTF-8: save the file as UTF-8, or name its encoding in the "
        "first line, say: # coding: cp1252",
        3,
    )
    assert decode(b"x = 1\r\ny = 2\r# caf\xe9\n") == expected


def test_a_byte_that_the_named_codec_lacks_is_shown():
    """A coding line that does not fit the bytes is not guessed at."""
    expected = fault(
        "byte 0x81 is not cp1252, which line 1 names: save the file as UTF-8", 2
    )
    assert decode(b"# coding: cp1252\nx = '\x81'\n") == expected


@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_lines_are_counted_as_python_counts_them(ending):
    """A fault is on the line that Python would name in the same file."""
    start = ending.join(["x = '''", "\x0c\x0b\x1c", "\u2028'''", ""])
    with pytest.raises(SyntaxError) as raised:
        compile(start + "y = = 1", "student.py", "exec")
    assert line_of(start.encode() + b"\xff") == raised.value.lineno


def test_a_nul_byte_is_a_fault_on_its_line():
    """A NUL byte is found before any coding line is believed."""
    expected = fault("a NUL byte: this is not Python text, or it is damaged", 2)
    assert decode(b"# coding: utf-7\nx = 1\0\n") == expected


@pytest.mark.parametrize(
    ("codec", "name"),
    [
        ("utf-16", "UTF-16"),
        ("utf-16-le", "UTF-16"),
        ("utf-16-be", "UTF-16"),
        ("utf-32", "UTF-32"),
        ("utf-32-le", "UTF-32"),
        ("utf-32-be", "UTF-32"),
    ],
)
@pytest.mark.parametrize(
    "text", ["def f(x):\n    return 'é'\n", "# 梯度 check\nx = 1\n"]
)
def test_wide_encodings_are_recognised(codec, name, text):
    """Files from editors that save UTF-16 are told so, with or without a mark."""
    expected = fault(f"the file is saved as {name}: save it as UTF-8", 1)
    assert decode(text.encode(codec)) == expected


@pytest.mark.parametrize(
    ("data", "name"),
    [(b"PK\x03\x04\x14\0", "a zip archive"), (b"\x1f\x8b\x08\0", "a gzip archive")],
)
def test_an_archive_called_py_is_recognised(data, name):
    """A renamed archive is told apart from damaged text."""
    expected = fault(f"this is {name}, not Python text: hand in the .py file", 1)
    assert decode(data) == expected


def test_the_largest_file_is_read():
    """The cap itself is still accepted."""
    assert decode(b"#" * SOURCE_BYTES) == "#" * SOURCE_BYTES


def test_a_larger_file_is_a_fault():
    """One byte over the cap is refused, without a line."""
    expected = fault("the file is larger than 256 KiB: hand in the code only", None)
    assert decode(b"#" * (SOURCE_BYTES + 1)) == expected


def test_utf8_surrogates_are_refused():
    """Half a surrogate pair is no text, even if it looks like UTF-8."""
    assert line_of(b"x = 1\n'\xed\xa0\x80'") == 2
