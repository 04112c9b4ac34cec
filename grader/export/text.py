r"""Facts as text: strings of unknown origin made safe to show, numbers with units.

A student chooses file names, printed output, messages and even the repr of values, so
all of them are shown by the rule of ``repr``: what Python calls not printable (control
characters, bidirectional overrides, zero-width marks, lone surrogates) appears as its
escape, for instance ``\x1b``.
"""

__all__ = ["counted", "points", "seconds", "visible", "visible_lines"]

_TAB_COLUMNS = 4
_MINUTE = 60
_HOUR = 3600


def visible(text: str) -> str:
    """Return one line of text in which nothing is invisible or moves the cursor."""
    if text.isprintable():
        return text
    return "".join(c if c.isprintable() else _escape(c) for c in text)


def visible_lines(text: str) -> list[str]:
    """Split text at its newlines, expand tabs, and make each line `visible`."""
    return [visible(line.expandtabs(_TAB_COLUMNS)) for line in text.split("\n")]


def seconds(value: float) -> str:
    """Return a duration with its unit: ``2 ms``, ``0.31 s``, ``1 m 48 s``."""
    if value < 0.0995:
        return f"{value * 1000:.0f} ms"
    if value < 9.995:
        return f"{value:.2f} s"
    if value < _MINUTE - 0.05:
        return f"{value:.1f} s"
    whole = round(value)
    if whole < _HOUR:
        return f"{whole // _MINUTE} m {whole % _MINUTE:02d} s"
    return f"{whole // _HOUR} h {whole % _HOUR // _MINUTE:02d} m"


def points(value: float) -> str:
    """Return points as a person writes them: ``10``, ``0.5``, ``3.33333``."""
    return f"{value:g}"


def counted(number: int, noun: str) -> str:
    """Return a number with its noun: ``1 test``, ``3 tests``."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"


def _escape(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
