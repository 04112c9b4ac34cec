# style: the pair is a typing.NamedTuple with names
from typing import NamedTuple

import numpy as np


class Verdict(NamedTuple):
    error: float
    ok: bool


def gradient_check(analytic, numeric, tol=1e-6):
    a = np.asarray(analytic, dtype=float)
    b = np.asarray(numeric, dtype=float)
    size = np.linalg.norm(a) + np.linalg.norm(b)
    error = float(np.linalg.norm(a - b) / size) if size else 0.0
    return Verdict(error=error, ok=error <= tol)
