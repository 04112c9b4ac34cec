"""Made-up hand-ins for `gradient_check`: the same for the same seed."""

from collections.abc import Mapping
from dataclasses import dataclass
from random import Random
from string import Template
from typing import Final

__all__ = ["RIGHT", "WRONG", "StudentFile", "students"]


@dataclass(frozen=True, slots=True, kw_only=True)
class StudentFile:
    """One hand-in: whose it is, what kind of file, and its text."""

    student: str
    kind: str
    right: bool
    source: str


def students(count: int, *, seed: int) -> tuple[StudentFile, ...]:
    """
    Return hand-ins, about seven of ten right.

    Every beginning of the class has about the same mixture as the whole: the first 24
    can stand for all.
    """
    random = Random(seed)
    deck = _deck(random)
    return tuple(
        _student(number, deck[number % len(deck)], random) for number in range(count)
    )


def _deck(random: Random) -> list[str]:
    """Return 100 kinds, each spread evenly."""
    places = [
        ((copy + random.random()) / shares, kind)
        for kind, shares in {**_SHARES_RIGHT, **_SHARES_WRONG}.items()
        for copy in range(shares)
    ]
    return [kind for _, kind in sorted(places)]


def _student(number: int, kind: str, random: Random) -> StudentFile:
    right = kind in RIGHT
    names = {key: random.choice(choices) for key, choices in _NAMES.items()}
    body = Template((RIGHT if right else WRONG)[kind]).substitute(names)
    comment = random.choice(_COMMENTS)
    return StudentFile(
        student=f"s{number:04}",
        kind=kind,
        right=right,
        source=f"# {comment} ({random.randrange(10**6)})\n{body.lstrip()}",
    )


_SHARES_RIGHT: Final = {
    "norm": 10,
    "squares": 10,
    "loops": 10,
    "helpers": 10,
    "einsum": 10,
    "fsum": 10,
    "checker": 10,
}
_SHARES_WRONG: Final = {
    "sum_for_gap": 4,
    "rows": 4,
    "zero_over_zero": 5,
    "strict": 5,
    "nothing": 4,
    "syntax": 2,
    "raises": 4,
    "prints": 2,
}

_COMMENTS: Final = (
    "Gradient check",
    "my solution",
    "exercise 1",
    "version 2, now with zeros",
    "compare two gradients",
)
_NAMES: Final = {
    "a": ("a", "x", "g", "first", "ana"),
    "b": ("b", "y", "h", "second", "num"),
    "size": ("size", "total", "denominator", "below", "scale"),
    "error": ("error", "err", "rel", "relative_error", "result"),
}

_HEAD: Final = """
import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    $a = np.asarray(analytic, dtype=float)
    $b = np.asarray(numeric, dtype=float)
"""

RIGHT: Final[Mapping[str, str]] = {
    "norm": f"""{_HEAD}
    $size = np.linalg.norm($a) + np.linalg.norm($b)
    if $size == 0:
        return 0.0, True
    $error = np.linalg.norm($a - $b) / $size
    return float($error), bool($error <= tol)
""",
    "squares": f"""{_HEAD}
    $size = np.sqrt(np.sum($a**2)) + np.sqrt(np.sum($b**2))
    $error = np.sqrt(np.sum(($a - $b) ** 2)) / $size if $size > 0 else 0.0
    return $error, $error <= tol
""",
    "loops": """
import math


def entries(values):
    for value in values:
        if hasattr(value, "__len__"):
            yield from entries(value)
        else:
            yield float(value)


def gradient_check(analytic, numeric, tol=1e-6):
    $a, $b = list(entries(analytic)), list(entries(numeric))
    gap = first = second = 0.0
    for i in range(len($a)):
        gap += ($a[i] - $b[i]) ** 2
        first += $a[i] ** 2
        second += $b[i] ** 2
    $size = math.sqrt(first) + math.sqrt(second)
    if $size == 0:
        return 0.0, True
    $error = math.sqrt(gap) / $size
    return $error, $error <= tol
""",
    "helpers": """
import numpy as np


def length(values):
    return np.linalg.norm(np.ravel(values))


def relative($a, $b):
    $size = length($a) + length($b)
    return length($a - $b) / $size if $size else 0.0


def gradient_check(analytic, numeric, tol=1e-6):
    $error = relative(np.array(analytic, float), np.array(numeric, float))
    return $error, $error <= tol
""",
    "einsum": f"""{_HEAD}
    rows = [np.ravel(part) for part in ($a - $b, $a, $b)]
    gap, first, second = (np.einsum("i,i", row, row) ** 0.5 for row in rows)
    $size = first + second
    $error = gap / $size if $size else 0.0
    return $error, not $error > tol
""",
    "fsum": """
from math import fsum, sqrt

import numpy as np


def gradient_check(analytic, numeric, tol=1e-6):
    $a, $b = np.ravel(analytic).tolist(), np.ravel(numeric).tolist()
    $size = sqrt(fsum(v * v for v in $a)) + sqrt(fsum(v * v for v in $b))
    if not $size:
        return 0.0, True
    $error = sqrt(fsum((v - w) ** 2 for v, w in zip($a, $b))) / $size
    return $error, $error <= tol
""",
    "checker": """
from dataclasses import dataclass

import numpy as np


@dataclass
class Checker:
    tol: float

    def compare(self, $a, $b):
        $size = np.linalg.norm($a) + np.linalg.norm($b)
        $error = np.linalg.norm($a - $b) / $size if $size > 0 else 0.0
        return float($error), bool($error <= self.tol)


def gradient_check(analytic, numeric, tol=1e-6):
    return Checker(tol).compare(np.array(analytic, float), np.array(numeric, float))
""",
}

WRONG: Final[Mapping[str, str]] = {
    "sum_for_gap": f"""{_HEAD}
    $size = np.linalg.norm($a) + np.linalg.norm($b)
    $error = np.linalg.norm($a + $b) / $size if $size > 0 else 0.0
    return float($error), bool($error <= tol)
""",
    "rows": f"""{_HEAD}
    $a, $b = np.atleast_2d($a), np.atleast_2d($b)
    $size = np.linalg.norm($a, axis=1) + np.linalg.norm($b, axis=1)
    gap = np.linalg.norm($a - $b, axis=1)
    $error = np.mean(gap[$size > 0] / $size[$size > 0]) if $size.any() else 0.0
    return float($error), bool($error <= tol)
""",
    "zero_over_zero": f"""{_HEAD}
    $size = np.linalg.norm($a) + np.linalg.norm($b)
    $error = np.linalg.norm($a - $b) / $size
    return $error, $error <= tol
""",
    "strict": f"""{_HEAD}
    $size = np.linalg.norm($a) + np.linalg.norm($b)
    $error = np.linalg.norm($a - $b) / $size if $size > 0 else 0.0
    return $error, $error < tol
""",
    "nothing": f"""{_HEAD}
    $size = np.linalg.norm($a) + np.linalg.norm($b)
    $error = np.linalg.norm($a - $b) / $size if $size > 0 else 0.0
    print($error, $error <= tol)
""",
    "syntax": f"""{_HEAD}
    $size = np.linalg.norm($a + np.linalg.norm($b)
    $error = np.linalg.norm($a - $b) / $size
    return $error, $error <= tol
""",
    "raises": f"""{_HEAD}
    if $a.ndim != 1:
        raise NotImplementedError("matrices come later")
    $size = np.linalg.norm($a) + np.linalg.norm($b)
    $error = np.linalg.norm($a - $b) / $size if $size > 0 else 0.0
    return $error, $error <= tol
""",
    "prints": f"""{_HEAD}
    for i in range(1400):
        print("step", i, $a.shape, $b.shape)
    $size = np.linalg.norm($a) + np.linalg.norm($b)
    if $size == 0:
        return 0.0, True
    return np.linalg.norm($a - $b) / $size
""",
}
