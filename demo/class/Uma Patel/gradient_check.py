from __future__ import annotations

from dataclasses import dataclass
from typing import Sequence, Union

import numpy as np

Gradient = Union[Sequence[float], Sequence[Sequence[float]], np.ndarray]


@dataclass
class Lengths:
    gap: float
    analytic: float
    numeric: float

    @property
    def relative(self) -> float:
        if self.analytic == 0 and self.numeric == 0:
            return 0.0
        return self.gap / (self.analytic + self.numeric)


def measure(analytic: np.ndarray, numeric: np.ndarray) -> Lengths:
    return Lengths(
        gap=float(np.linalg.norm(analytic - numeric)),
        analytic=float(np.linalg.norm(analytic)),
        numeric=float(np.linalg.norm(numeric)),
    )


def gradient_check(
    analytic: Gradient, numeric: Gradient, tol: float = 1e-6
) -> tuple[float, bool]:
    lengths = measure(
        np.asarray(analytic, dtype=np.float64), np.asarray(numeric, dtype=np.float64)
    )
    return lengths.relative, lengths.relative <= tol
