"""The view of `grader doctor`: a line for each finding, and what mends it."""

from collections.abc import Iterable
from typing import Protocol

from grader.export.text import visible
from grader.render.layout import Line, Part, View

__all__ = ["Found", "doctor_view"]

_LABEL = 20


class Found(Protocol):
    """What the view shows of a finding; `grader.course.doctor.Finding` has it."""

    @property
    def works(self) -> bool: ...
    @property
    def what(self) -> str: ...
    @property
    def seen(self) -> str: ...
    @property
    def fix(self) -> str | None: ...


def doctor_view(findings: Iterable[Found]) -> View:
    """Return the lines of `grader doctor`."""
    return [line for finding in findings for line in _lines(finding)]


def _lines(finding: Found) -> Iterable[Line]:
    mark: Part = ("✓ ", "green") if finding.works else ("✗ ", "red")
    label: Part = (f"{finding.what:<{_LABEL}}", "bold")
    indent: Part = (" " * (_LABEL + 2), "")
    yield Line(((visible(finding.seen), ""),), head=(mark, label), rest=(indent,))
    if finding.fix is not None:
        head: Part = (f"{'':{_LABEL + 2}}do  ", "dim")
        rest: Part = (" " * (_LABEL + 6), "")
        yield Line(((visible(finding.fix), ""),), head=(head,), rest=(rest,))
