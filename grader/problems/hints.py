"""The ladder of hints: one ``## `` heading per rung, mildest first."""

from dataclasses import dataclass
from pathlib import Path

from grader.errors import Location

__all__ = ["Rung", "hint_faults", "parse_rungs"]

_HEADING = "## "
_FENCES = ("```", "~~~")


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One hint; ``text`` is Markdown without the heading."""

    title: str
    text: str


def parse_rungs(markdown: str) -> tuple[Rung, ...]:
    """Return the rungs of ``hints.md``; what stands above the first is left out."""
    return tuple(
        Rung(title=title, text="\n".join(body).strip())
        for _, title, body in _sections(markdown)
    )


def hint_faults(path: Path, markdown: str) -> list[Location]:
    """Return what makes a ladder useless: no rung at all, or a rung without words."""
    sections = _sections(markdown)
    if not sections:
        none = 'no hint: start each with a "## " heading, the mildest first'
        return [Location(file=str(path), line=1, message=none)]
    return [
        Location(file=str(path), line=line, message=message)
        for line, title, body in sections
        if (message := _section_fault(title, body)) is not None
    ]


def _section_fault(title: str, body: list[str]) -> str | None:
    if not title:
        return 'a hint without a title: write it after the "##"'
    if not "".join(body).strip():
        return f'the hint "{title}" has no text below its heading'
    return None


def _sections(markdown: str) -> list[tuple[int, str, list[str]]]:
    """Split into (line, title, lines below); "## " inside a code fence is code."""
    sections: list[tuple[int, str, list[str]]] = []
    fence = ""
    for number, line in enumerate(markdown.splitlines(), 1):
        if not fence and (line.startswith(_HEADING) or line.rstrip() == "##"):
            sections.append((number, line[len(_HEADING) :].strip(), []))
            continue
        fence = _fence_after(line, fence)
        if sections:
            sections[-1][2].append(line)
    return sections


def _fence_after(line: str, fence: str) -> str:
    mark = line.lstrip()[:3]
    if fence:
        return "" if mark == fence else fence
    return mark if mark in _FENCES else ""
