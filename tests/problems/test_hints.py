"""The ladder of hints."""

from grader.problems.hints import Rung, parse_rungs


def test_rungs_in_order() -> None:
    """What stands above the first heading is left out, subheadings are text."""
    markdown = "# Hints\n\nNot a rung.\n\n##  First \n\na\n\n### b\nc\n## Second\nd\n\n"
    assert parse_rungs(markdown) == (
        Rung(title="First", text="a\n\n### b\nc"),
        Rung(title="Second", text="d"),
    )


def test_code_is_no_heading() -> None:
    """A comment in a code fence does not start a rung, the next heading does."""
    markdown = "## One\n```python\n~~~\n## a comment\n```\n## Two\n~~~\n## x\n~~~\n"
    assert parse_rungs(markdown) == (
        Rung(title="One", text="```python\n~~~\n## a comment\n```"),
        Rung(title="Two", text="~~~\n## x\n~~~"),
    )


def test_no_headings_no_rungs() -> None:
    """Plain text has no rung."""
    assert parse_rungs("Think.\n##not a heading\n") == ()
