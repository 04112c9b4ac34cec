"""Sound values of random type: all that a student's code may return."""

import math
import struct
from collections.abc import Callable
from random import Random
from typing import Any, Final

import numpy as np

from grader.wire.codes import DTYPES

__all__ = ["Opaque", "key", "text", "value"]

_LETTERS: Final = "aZ0_ é\0\u2028😀"
_EDGES: Final = (7, 8, 15, 16, 31, 32, 59, 60, 63, 64, 500, 4094)
_FLOATS: Final = (0.0, -0.0, 5e-324, 1.5, -2.0, math.inf, -math.inf, math.nan)


class Opaque:
    """Something that may not cross, so it stays behind a handle."""


def value(random: Random, depth: int = 3) -> Any:
    """Return a value of random type, in at most so many containers."""
    makers = _LEAVES if depth == 0 or random.random() < 0.5 else _CONTAINERS
    return random.choice(makers)(random, depth)


def text(random: Random, *_: int) -> str:
    """Return a text, mostly a short one."""
    return "".join(random.choices(_LETTERS, k=_length(random)))


def key(random: Random) -> Any:
    """Return a key that a dict may have on the wire."""
    kind = random.randrange(4)
    if kind == 0:
        return text(random)
    if kind == 1:
        return random.random() < 0.5
    if kind == 2:
        return random.getrandbits(random.choice((4, 20, 60))) * random.choice((1, -1))
    return tuple(random.getrandbits(8) for _ in range(random.randrange(5)))


def _length(random: Random) -> int:
    return int(random.expovariate(0.2)) if random.random() < 0.97 else 300


def _integer(random: Random, *_: int) -> int:
    if random.random() < 0.5:
        return random.randrange(-40, 300)
    return random.choice((1, -1)) * (
        (1 << random.choice(_EDGES)) - random.randrange(-1, 2)
    )


def _float(random: Random, *_: int) -> float:
    if random.random() < 0.5:
        return random.choice(_FLOATS)
    number: float = struct.unpack("<d", random.randbytes(8))[0]
    return number


def _array(random: Random, *_: int) -> Any:
    dtype = random.choice(DTYPES)
    shape = [random.randrange(4) for _ in range(random.choice((0, 1, 1, 2, 2, 3, 32)))]
    if len(shape) == 32:
        shape = [1] * 32
    size = math.prod(shape) * dtype.itemsize
    whole = np.frombuffer(random.randbytes(size) or b"", dtype)
    return whole.reshape(shape)


def _scalar(random: Random, *_: int) -> Any:
    dtype = random.choice(DTYPES)
    return np.frombuffer(random.randbytes(dtype.itemsize), dtype)[0]


def _list(random: Random, depth: int) -> list[Any]:
    if random.random() < 0.02:
        return [random.randrange(9)] * random.randrange(16, 2000)
    return [value(random, depth - 1) for _ in range(random.randrange(6))]


def _tuple(random: Random, depth: int) -> tuple[Any, ...]:
    return tuple(_list(random, depth))


def _dict(random: Random, depth: int) -> dict[Any, Any]:
    return {
        key(random): value(random, depth - 1) for _ in range(random.choice((0, 1, 4)))
    }


def _many(random: Random, *_: int) -> dict[Any, Any]:
    return dict.fromkeys(range(random.randrange(40)), 1)


_LEAVES: Final[tuple[Callable[[Random, int], Any], ...]] = (
    lambda *_: None,
    lambda random, *_: random.random() < 0.5,
    *(_integer, _float, text, _array, _scalar),
    lambda random, *_: complex(_float(random), _float(random)),
    lambda random, *_: random.randbytes(_length(random)),
    lambda *_: Opaque(),
)
_CONTAINERS: Final = (_list, _list, _tuple, _tuple, _dict, _many, _array)
