"""What is shown of one test: its mark and title, then one field a line."""

from collections.abc import Iterator

from grader.export.text import counted, visible_lines
from grader.model import Failure, Outcome, TestResult
from grader.render.layout import Line, Part

__all__ = ["cut", "entry", "field", "fields", "printed"]

_LABEL_COLUMNS = 9
_INDENT = "  "
_PRINTED_LINES = 10
_LONGEST_LINE = 400  # characters, of what was printed or of the source

_MARKS: dict[Outcome, Part] = {
    Outcome.PASSED: ("✓", "green"),
    Outcome.SKIPPED: ("\N{EN DASH}", "yellow"),
    Outcome.INTERNAL: ("!", "yellow"),
}
_LOST: Part = ("✗", "red")


def entry(test: TestResult, *, note: str = "") -> Line:
    """Return a test's own line: a mark, its title, and a note where there is one."""
    mark = _MARKS.get(test.outcome, _LOST)
    bold = "" if test.outcome in (Outcome.PASSED, Outcome.SKIPPED) else "bold"
    title = (test.title or test.id, bold)
    parts = (title, (f"  {note}", "dim")) if note else (title,)
    return Line(parts, head=((_INDENT, ""), mark, (" ", "")), rest=(("    ", ""),))


def field(label: str, *parts: Part, label_style: str = "dim", bar: str = "red") -> Line:
    """Return a labelled value whose further rows stand under its first one."""
    edge = ((_INDENT, ""), ("│", bar), (" ", ""))
    head = (*edge, (label.ljust(_LABEL_COLUMNS), label_style), (" ", ""))
    return Line(parts, head=head, rest=(*edge, (" " * (_LABEL_COLUMNS + 1), "")))


def fields(test: TestResult, file_name: str) -> Iterator[Line]:
    """Yield why a test was lost, from what its record knows."""
    failure = test.failure or Failure()
    if _says_more(test.message, failure):
        yield field(test.outcome.value, (test.message, ""))
    if failure.call is not None:
        yield field("input", (failure.call, ""))
    if failure.expected is not None:
        yield field("expected", (failure.expected, ""))
    if failure.got is not None:
        yield field("got", *_got(failure.got, failure.differs))
    if failure.differs is not None or failure.allowed is not None:
        yield field("differs", (_differs(failure), ""))
    if failure.hint is not None:
        yield field("hint", (failure.hint, ""), label_style="cyan")
    if failure.line is not None or failure.source is not None:
        yield field("at", (_place(failure, file_name), ""))


def printed(test: TestResult, *, show_all: bool, bar: str = "red") -> Iterator[Line]:
    """Yield what the student's code printed, its first lines unless all are asked for.

    Whatever is left out is counted.
    """
    output = test.output
    for label, text in (("stdout", output.stdout), ("stderr", output.stderr)):
        if text:
            yield field(label, (_capped(text, show_all), ""), bar=bar)
    if output.truncated:
        yield field("", ("printed more than is kept; the rest is lost", "dim"), bar=bar)


def cut(line: str, more: str = "") -> str:
    """Return the start of a very long line, and how much is left out."""
    left = len(line) - _LONGEST_LINE
    if left <= 0:
        return line
    return f"{line[:_LONGEST_LINE]}… {counted(left, 'more character')}{more}"


def _says_more(message: str, failure: Failure) -> bool:
    """Tell whether a message adds anything to the fields that follow it."""
    if failure.differs and failure.differs in message:
        return False
    known = (failure.got, failure.differs, failure.hint)
    return bool(message) and not any(message in each for each in known if each)


def _got(got: str, differs: str | None) -> tuple[Part, ...]:
    """Return the value with the part that differs in red, all of it if not found."""
    _, _, gap = (differs or "").partition(": ")
    wrong, found, _ = gap.partition(" for ")
    if not found or got.count(wrong) != 1:
        return ((got, "red"),)
    before, _, after = got.partition(wrong)
    return ((before, ""), (wrong, "red"), (after, ""))


def _differs(failure: Failure) -> str:
    parts = [failure.differs, failure.allowed and f"allowed {failure.allowed}"]
    return ", ".join(part for part in parts if part)


def _place(failure: Failure, file_name: str) -> str:
    place = file_name if failure.line is None else f"{file_name}:{failure.line}"
    return f"{place}   {cut(failure.source.strip())}" if failure.source else place


def _capped(text: str, show_all: bool) -> str:
    lines = visible_lines(text.removesuffix("\n"))
    if show_all:
        return "\n".join(lines)
    shown = [cut(line, ": --all") for line in lines[:_PRINTED_LINES]]
    more = len(lines) - _PRINTED_LINES
    if more > 0:
        shown.append(f"… {counted(more, 'more line')}: --all")
    return "\n".join(shown)
