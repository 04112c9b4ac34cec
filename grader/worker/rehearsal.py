"""A small test that the launcher lives through before its first fork."""

import sys
from collections.abc import Callable
from contextlib import AbstractContextManager, nullcontext
from typing import Any, Final

import numpy as np

from grader.wire.arguments import Reference, encode_arguments
from grader.wire.frames import Kind
from grader.wire.values import encode
from grader.worker.life import Life

__all__ = ["rehearse"]

_ROUNDS: Final = 20  # after fewer calls Python still rewrites the code that it runs
_NAME: Final = "rehearsal"
_SOURCE: Final = """
import numpy as np

def double(x, y, *rest):
    a = np.asarray(x, dtype=float).ravel()
    return float(np.linalg.norm(a)), bool(a.any()), 2 * a
"""


def rehearse() -> None:
    """
    Load and call a function a few times, without a student.

    What Python and numpy set up on first use is set up once for all forks, and pages
    that each fork would write to, and so have copied, are not written to any more.
    """
    matrix = np.eye(3)
    np.linalg.norm(matrix, 2)
    np.einsum("ij,ij->", matrix @ matrix, matrix)
    repr(matrix)
    settings = {
        "name": _NAME,
        "file_name": f"{_NAME}.py",
        "support": None,
        "functions": ["double"],
    }
    operands = [Reference(("student", "double")), [matrix, matrix[0], [1.0]], {}]
    call = encode_arguments(operands, lambda function: (0, function.__name__))
    for _ in range(_ROUNDS):
        life = Life(settings, _SOURCE)
        life.begin(_Nowhere())
        life.answer([Kind.CALL, 1, "call", *call])
    del sys.modules[_NAME]


class _Nowhere:
    """A wire with nobody at its other end."""

    def __init__(self) -> None:
        self.lock: AbstractContextManager[Any] = nullcontext()

    def read(self) -> list[Any]:
        """Nothing ever comes."""
        raise NotImplementedError

    def write(
        self,
        kind: Kind,
        number: int,
        *rest: object,
        handle: Callable[[object], tuple[int, str]],
    ) -> None:
        """Pack what is said and forget it."""
        encode([int(kind), number, *rest], handle)
