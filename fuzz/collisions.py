"""Integers, and tuples of integers, that all have the same hash.

Python hashes an integer modulo 2**61 - 1, and a tuple with the rounds of xxHash. A
round can be undone, so the last parts of a tuple can be solved for a wanted hash: two
parts at once; of three, lists of many first and many last parts are matched, wherever
the part between them comes out small.
"""

from functools import cache
from typing import Any, Final, TypeAlias

import numpy as np

__all__ = ["Key", "colliding"]

Key: TypeAlias = int | tuple[int, ...]

_FIRST: Final = 11400714785074694791
_SECOND: Final = 14029467366897019727
_FIFTH: Final = 2870177450012600261
_MODULUS: Final = 2**61 - 1
_WORD: Final = 2**64
_UNDO_FIRST: Final = pow(_FIRST, -1, _WORD)
_UNDO_SECOND: Final = pow(_SECOND, -1, _WORD)
_LAST: Final = 1  # what the state is after the last round
_COUNT: Final = 64
_LIST: Final = 1 << 19  # makes about 128 triples


@cache
def colliding(parts: int) -> tuple[Key, ...]:
    """Return integers, or tuples of two or three, that all have one hash."""
    if parts == 1:
        return tuple(_MODULUS * n for n in range(1, _COUNT + 1))
    return _pairs() if parts == 2 else _triples()


def _pairs() -> tuple[Key, ...]:
    """Solve the second part for each first, and keep those below 60 bits."""
    pairs: list[Key] = []
    first = 0
    while len(pairs) < _COUNT:
        first += 1
        second = (_before(_LAST) - _after_one(first)) * _UNDO_SECOND % _WORD
        second -= _WORD if second >= _WORD // 2 else 0
        if second.bit_length() <= 60:
            pairs.append((first, second))
    return tuple(pairs)


def _triples() -> tuple[Key, ...]:
    """Match first and last parts where the part between is below 32 bits."""
    ends = np.arange(_LIST, dtype=np.uint64)
    wanted = _before_all(np.uint64(_before(_LAST)) - ends * np.uint64(_SECOND))
    reached = _after_all(ends) * np.uint64(_UNDO_SECOND)
    order = np.argsort(reached)
    reached = reached[order]
    places = np.searchsorted(reached, wanted, side="right") - 1
    middles = wanted - reached[places]
    small = np.flatnonzero((middles < 2**32) & (places >= 0))[:_COUNT]
    return tuple((int(order[places[n]]), int(middles[n]), int(n)) for n in small)


def _after_one(part: int) -> int:
    lane = (_FIFTH + part * _SECOND) % _WORD
    return (lane << 31 | lane >> 33) * _FIRST % _WORD


def _after_all(parts: Any) -> Any:
    lane = np.uint64(_FIFTH) + parts * np.uint64(_SECOND)
    return (lane << np.uint64(31) | lane >> np.uint64(33)) * np.uint64(_FIRST)


def _before(state: int) -> int:
    """Undo the multiplication and the turn of a round."""
    lane = state * _UNDO_FIRST % _WORD
    return (lane << 33 | lane >> 31) % _WORD


def _before_all(states: Any) -> Any:
    lane = states * np.uint64(_UNDO_FIRST)
    turned = lane << np.uint64(33) | lane >> np.uint64(31)
    return turned * np.uint64(_UNDO_SECOND)
