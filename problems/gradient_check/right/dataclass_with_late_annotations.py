# style: a frozen dataclass under "from __future__ import annotations"
from __future__ import annotations

from collections.abc import Sequence
from dataclasses import astuple, dataclass

import numpy as np


@dataclass(frozen=True)
class Comparison:
    error: float
    ok: bool

    @classmethod
    def of(cls, a: np.ndarray, b: np.ndarray, tol: float) -> Comparison:
        size = np.linalg.norm(a) + np.linalg.norm(b)
        error = float(np.linalg.norm(a - b) / size) if size else 0.0
        return cls(error, error <= tol)


def gradient_check(
    analytic: Sequence[float] | np.ndarray,
    numeric: Sequence[float] | np.ndarray,
    tol: float = 1e-6,
) -> tuple[float, bool]:
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    return astuple(Comparison.of(a, b, tol))
