"""The report as one plain page."""

import io
import re
from collections.abc import Callable
from html.parser import HTMLParser

import pytest

from grader.export import html
from grader.export.summary import summarise
from grader.model import Output, Result, TestResult

VOID = {"meta", "br", "link", "img"}


class Page(HTMLParser):
    """Reads a page, and keeps its elements, their text and whether all were closed."""

    def __init__(self, source: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(source)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data

    def attributes(self, tag: str) -> list[dict[str, str | None]]:
        return [attributes for name, attributes in self.elements if name == tag]


def source(*results: Result) -> str:
    stream = io.StringIO()
    html.write(stream, summarise(results, wall_seconds=3.0), lambda: results)
    return stream.getvalue()


def lines(page: Page) -> list[str]:
    return [line for line in page.text.split("\n") if line.strip()]


def test_the_page_says_everything(
    result: Callable[..., Result],
    wrong: Result,
    missing: Result,
    not_graded: Result,
    faulty: Result,
) -> None:
    """Overview, list of what to look at, a row and a block for each submission."""
    page = Page(source(result(), wrong, missing, not_graded, faulty))
    run = "runisolation full, seed 1234, 0.25 s"
    rest = "versionsgrader 0.1.0, numpy 2.4.6"
    problem = "problemGradient check for a backward pass, sha256:" + "0" * 64
    path = "submissioninbox/s014/gradient_check.py"
    digest = "digestsha256:" + "1" * 64
    facts = f"{path}{digest}{problem}{run}{rest}"
    heads = "categorypointsoftests passedhint"
    lost = f"{heads}|Formula020 of 1Divide by both lengths."
    assert lines(page) == [
        "Grading report",
        "Grading report",
        "gradient_check · 4 students · 5 submissions · isolation full",
        "3 of 5 graded, 1 not graded, 1 missing · 3.00 s",
        "Problems",
        "problemgradedfullpartzeronot gradedmissingmedian share95 % took at most",
        "gradient_check3102110.000.25 s",
        "Look at these",
        "how manywhatproblemwhom or which",
        "1not gradedgradient_checks008 · the grader's fault, not a zero: "
        "the launcher died",
        "1nothing handed ingradient_checks007",
        "1syntax errorgradient_checks009",
        "Submissions",
        "studentproblemstatusscoreoftimeremark",
        "s014gradient_checkgraded220.25 s",
        "s014gradient_checkgraded020.25 s",
        "s007gradient_checkmissing\N{EN DASH}20 msno gradient_check.py",
        "s008gradient_checknot graded\N{EN DASH}20.25 sthe launcher died",
        "s009gradient_checkgraded020.25 sSyntaxError: '(' was never closed",
        "Submissions in detail",
        "s014 · gradient_check · 2 of 2",
        facts,
        "Categories",
        heads,
        "Formula221 of 1",
        "1 test passed:",
        "The scale does not matter.",
        "s014 · gradient_check · 0 of 2",
        facts,
        "Categories",
        *lost.split("|"),
        "failed The scale does not matter. formula",
        "testtest_scalepoints0 of 2messagethe error is wrong"
        "inputgradient_check([1.0], [2.0])expected(0.5, False)got(1.0, False)"
        "differs[0] error: 1.0 for 0.5allowed±1e-06"
        "hintWhich length do you divide it by?at line8"
        "source    return gap, gap < tolstdout, cut1",
        r"2stderr, cut\x1b[31m<red>",
        "s007 · gradient_check · missing",
        f"missingno gradient_check.py{path}{problem}"
        "runisolation full, seed 1234, 0 ms" + rest,
        "s008 · gradient_check · not graded",
        f"internalthe launcher died{facts}",
        "Categories",
        *lost.split("|"),
        "s009 · gradient_check · 0 of 2",
        f"syntax, line 3SyntaxError: '(' was never closedsource    return (a{facts}",
        "Categories",
        *lost.split("|"),
        "failed The scale does not matter. formula",
        "testtest_scalepoints0 of 2messageSyntaxError: '(' was never closed",
    ]


def test_every_element_is_closed(result: Callable[..., Result], wrong: Result) -> None:
    """The page is well formed: nothing is left open, nothing closed twice."""
    assert Page(source(result(), wrong)).open == []


def test_nothing_is_fetched_and_nothing_runs(
    result: Callable[..., Result], wrong: Result
) -> None:
    """No script, no picture, no address but the page's own anchors."""
    page = Page(source(result(), wrong))
    tags = {tag for tag, _ in page.elements}
    assert tags & {"script", "img", "link", "iframe", "object", "form"} == set()
    assert [each["href"] for each in page.attributes("a")] == ["#r1", "#r2"]
    blocks = [each["id"] for each in page.attributes("div") if "id" in each]
    assert blocks == ["r1", "r2"]
    assert re.findall(r"url\(|https?:|@import", source(result(), wrong)) == []
    policy = "default-src 'none'; style-src 'unsafe-inline'"
    assert policy in [each.get("content") for each in page.attributes("meta")]


HOSTILE = "</pre><script>alert(1)</script>\x1b[31m\u202e\x00\udc80&amp;\"'[bold]"
SHOWN = r"</pre><script>alert(1)</script>\x1b[31m\u202e\x00\udc80&amp;" + "\"'[bold]"


@pytest.mark.parametrize("name", ["student", "submission", "problem", "problem_title"])
def test_a_submissions_text_stays_text(
    result: Callable[..., Result], name: str
) -> None:
    """What a student may choose is shown letter by letter, and is never markup."""
    written = source(result(**{name: HOSTILE}))
    page = Page(written)
    assert "script" not in {tag for tag, _ in page.elements}
    assert SHOWN in page.text
    assert written.replace("\n", "").isprintable()


def test_a_tests_text_stays_text(
    result: Callable[..., Result],
    wrong: Result,
    test_record: Callable[..., TestResult],
) -> None:
    """Output, values and messages of a test are shown letter by letter too."""
    output = Output(stdout=HOSTILE, stderr=HOSTILE)
    passed = test_record(title=HOSTILE, output=output)
    failure = dict.fromkeys(("call", "expected", "got", "differs"), HOSTILE)
    failed = test_record(
        title=HOSTILE,
        message=HOSTILE,
        outcome=wrong.tests[0].outcome,
        failure=type(wrong.tests[0].failure)(**failure),
    )
    page = Page(source(result(tests=(passed, failed))))
    assert "script" not in {tag for tag, _ in page.elements}
    assert page.text.count(SHOWN) == 9


def test_tables_can_be_read_aloud(result: Callable[..., Result], wrong: Result) -> None:
    """Tables have captions, headings say what they head, what scrolls has a name."""
    page = Page(source(result(), wrong))
    assert len(page.attributes("caption")) == len(page.attributes("table")) == 4
    assert {each.get("scope") for each in page.attributes("th")} == {"row", "col"}
    assert page.attributes("html") == [{"lang": "en"}]
    regions = [each for each in page.attributes("div") if "role" in each]
    assert [each["aria-label"] for each in regions] == ["Problems", "Submissions"]
    assert {each["tabindex"] for each in regions} == {"0"}


def test_a_run_without_isolation_says_so(result: Callable[..., Result]) -> None:
    """Level none is a warning, the others are not."""
    warning = "a submission could read this disk"
    assert warning in source(result(isolation="none"))
    assert warning not in source(result(isolation="landlock"))
