"""What a student may print, raise, return or be called, and a record full of it."""

import re
from dataclasses import replace

from grader.model import Failure, Fault, FaultKind, Outcome, Output, Result, TestResult

__all__ = ["HOSTILE", "at", "everywhere", "steering"]

HOSTILE = {
    "a script": "<script>alert(1)</script><img src=x onerror=alert(1)>",
    "the end of a tag": "\"' onmouseover=alert(1) x='\"></pre></td></details><b>",
    "the end of a comment": "--> ]]> <!-- &lt;b&gt; &#x3c;b> {{7*7}} ${7*7}",
    "colours": "\x1b[31mred\x1b[0m\x1b[8mhidden",
    "a cleared screen": "\x1b[2J\x1b[H\x1bc",
    "a window's title": "\x1b]0;owned\x07",
    "a link": "\x1b]8;;http://127.0.0.1/\x1b\\click\x1b]8;;\x1b\\",
    "a clipboard": "\x1b]52;c;b3duZWQ=\x07",
    "eight-bit controls": "\x9b31mred\x9d0;owned\x9c\x85\x90",
    "a line that is overwritten": "wrong\r100 of 100 points\x1b[K",
    "letters that are taken back": "0\b1\b2\x7f\x7f",
    "a bell": "\a\a\a",
    "NUL and other controls": "".join(map(chr, [*range(9), 11, 12, *range(14, 32)])),
    "line ends of all kinds": "a\x0bb\x0cc\x1cd\x1de\x1ef\x85g\u2028h\u2029i",
    "text turned round": "\u202egp.exe\u202c \u202aa\u202b\u202d",
    "isolates": "\u2066a\u2067b\u2068c\u2069",
    "marks of direction": "\u200ea\u200fb\u061cc",
    "zero width": "a\u200bb\u200cc\u200dd\u2060e\ufefff\u180eg",
    "tags": "a\U000e0001\U000e0041\U000e007f",
    "fillers": "a\u3164b\u115fc\u1160d\uffa0e\u034ff",
    "variations": "a\ufe0fb\ufe00c\U000e0100",
    "half characters": "a\ud800b\udc80\udfff",
    "no characters": "\ufdd0\uffff\U0010ffff\ue000",
    "a GitHub command": "::error file=x,line=1::forged",
    "an old GitHub command": "##[set-output name=score;]100 a##[error]forged",
    "an Azure command": "##vso[task.complete result=Succeeded;]done ##VSO[x]",
    "a TeamCity command": "##teamcity[testFinished name='x']",
    "a GitLab section": "section_start:1:x\r\x1b[0Ksection_end:1:x\r\x1b[0K",
    "a command behind blanks": " \t \xa0 ::stop-commands::x",
    "markup of our own": "[bold red]x[/] [link=http://127.0.0.1]y[/link] [/] :bomb:",
    "a formula": "=cmd|'/C calc'!A0",
    "a plus": "+1+1",
    "a minus": "-1+1",
    "an at": "@SUM(1+1)",
    "a formula behind a tab": "\t=1+1",
    "a formula behind an end": "\r=1+1",
    "a formula behind a blank": " =1+1",
    "a wide formula": "\uff1d1+1",
    "a formula behind a semicolon": 'Ann;=1+1;+1;"=1";-2;@x; =3;""=4',
    "cells and rows": 'a,"b\n=1+1,"",x\r\n"=2\n',
    "a quote at the start": '"=1+1"',
    "a very long word": "x" * 700,
    "very many marks": "e" + "\u0301" * 100,
    "many lines": "\n" * 12 + "::error::after\n##[x]",
    "a wrapped command": " ".join(f"{'x' * n} ::error::{n}" for n in range(24)),
    "a folded command": "::error::" * 20,
}

_COLOUR = re.compile(r"\x1b\[[0-9;]*m")  # all that we send ourselves
_COMMAND = re.compile(r"^\s*::\w|##(vso|teamcity)?\[", re.IGNORECASE | re.MULTILINE)


def steering(shown: str) -> list[str]:
    """Return what in a printed text would steer a terminal, or a server that logs."""
    plain = _COLOUR.sub("", shown)
    characters = {c for c in plain if not c.isprintable() and c != "\n"}
    return [*sorted(characters), *(found[0] for found in _COMMAND.finditer(plain))]


def everywhere(text: str, result: Result) -> Result:
    """Return a record with a text in every place that a student has a hand in."""
    test = replace(
        result.tests[0],
        visible=True,
        outcome=Outcome.FAILED,
        message=text,
        failure=Failure(
            call=text,
            expected=text,
            got=text,
            differs=f"[0] error: {text} for {text}",
            allowed=text,
            line=1,
            source=text,
            hint=text,
        ),
        output=Output(stdout=text, stderr=text, truncated=True),
    )
    tests: tuple[TestResult, ...] = (
        test,
        replace(test, visible=False, outcome=Outcome.ERROR),
        replace(test, outcome=Outcome.PASSED, failure=None),
        replace(test, outcome=Outcome.SKIPPED),
    )
    return replace(result, student=text, submission=f"inbox/{text}/x.py", tests=tests)


def at(text: str, result: Result) -> Result:
    """Return the record of a file that could not be used, with a text about it."""
    fault = Fault(kind=FaultKind.SYNTAX, message=text, line=3, source=text)
    return replace(result, student=text, submission=text, fault=fault, tests=())
