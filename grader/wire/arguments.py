"""Arguments: what a test passes to the student.

All that may come back (`grader.wire.values`) and, besides, arrays with their memory
layout, functions, handles, references, random generators, slices and types.

Arrays that overlap in memory are rebuilt over one block, so that two views of one base,
a broadcast or a sliding window still share memory; the same array passed twice arrives
as one. A block holds only the elements that some passed array shows and zeros between
them: a column of a table does not bring the table along.
"""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, Final, Protocol

import msgpack
import numpy as np
from numpy.lib.array_utils import byte_bounds

from grader.wire import values
from grader.wire.codes import TYPE_CODES, TYPES, Code
from grader.wire.errors import WireError

__all__ = ["ArgumentDecoder", "Reference", "Remote", "encode_arguments"]

_ALIGNMENT: Final = 16  # what numpy gives the memory of its own arrays


class Remote(Protocol):
    """What a test may pass that is not a value: it knows its own extension."""

    def wire_extension(self) -> tuple[int, object]:
        """Return the extension's code and what its payload holds."""
        ...


@dataclass(frozen=True, slots=True)
class Reference:
    """A name in the student's process: a root, then attributes."""

    path: tuple[str, ...]

    def wire_extension(self) -> tuple[int, object]:
        """Cross the wire as a reference."""
        return Code.REFERENCE, list(self.path)


def encode_arguments(
    value: object, function: Callable[[Callable[..., Any]], tuple[int, str]]
) -> list[object]:
    """
    Pack what a test passes.

    Parameters
    ----------
    value
        Nested lists, tuples and dicts of what may be passed.
    function
        Keeps a function of the test and returns its number and name.

    Returns
    -------
    list
        ``[body, layouts, blocks]`` for `ArgumentDecoder.decode`.

    Raises
    ------
    TypeError
        Something in it cannot be passed: the author's fault.
    """
    arrays = _Arrays()

    def other(item: Any) -> msgpack.ExtType:
        if type(item) is np.ndarray:
            return msgpack.ExtType(Code.LAYOUT, msgpack.packb(arrays.index(item)))
        if hasattr(type(item), "wire_extension"):
            code, payload = item.wire_extension()
            return msgpack.ExtType(code, msgpack.packb(payload))
        special = _special(item, other)
        if special is not None:
            return special
        if callable(item):
            return msgpack.ExtType(Code.FUNCTION, msgpack.packb(function(item)))
        raise TypeError(f"a {type(item).__name__} cannot be passed to the student")

    try:
        body = values.pack(value, other)
    except WireError as error:
        raise TypeError(f"cannot be passed to the student: {error}") from None
    return [body, *arrays.table()]


def _special(
    item: Any, other: Callable[[Any], msgpack.ExtType]
) -> msgpack.ExtType | None:
    crossed = values.exact(item, other)
    if crossed is not None:
        return crossed
    if item is Ellipsis:
        return msgpack.ExtType(Code.ELLIPSIS, b"")
    if isinstance(item, slice):
        bounds = values.pack([item.start, item.stop, item.step], other)
        return msgpack.ExtType(Code.SLICE, bounds)
    if isinstance(item, type) and item in TYPE_CODES:
        return msgpack.ExtType(Code.TYPE, bytes([TYPE_CODES[item]]))
    if isinstance(item, np.dtype) and (item.names, item.subdtype) == (None, None):
        return msgpack.ExtType(Code.DTYPE, item.str.encode())
    if _is_known_generator(item):
        return msgpack.ExtType(Code.GENERATOR, _generator(item, other))
    return None


def _is_known_generator(item: Any) -> bool:
    if "numpy.random" not in sys.modules or type(item) is not np.random.Generator:
        return False
    kind = type(item.bit_generator)
    return kind is getattr(np.random, kind.__name__, None) and (
        kind.__name__ in _BIT_GENERATORS
    )


def _generator(
    item: "np.random.Generator", other: Callable[[Any], msgpack.ExtType]
) -> bytes:
    return values.pack([_listed(item.bit_generator.state)], other)


def _listed(state: Any) -> Any:
    """Turn the arrays in a bit generator's state to lists of Python integers."""
    if isinstance(state, dict):
        return {key: _listed(part) for key, part in state.items()}
    return state.tolist() if isinstance(state, np.ndarray) else state


class _Arrays:
    """The arrays of one message, each once."""

    def __init__(self) -> None:
        self._arrays: list[np.ndarray] = []
        self._index: dict[int, int] = {}

    def index(self, array: np.ndarray) -> int:
        if array.dtype.hasobject or array.dtype.names is not None:
            raise TypeError(f"an array of dtype {array.dtype} cannot be passed")
        if id(array) not in self._index:
            self._index[id(array)] = len(self._arrays)
            self._arrays.append(array)
        return self._index[id(array)]

    def table(self) -> tuple[list[list[object]], list[bytes]]:
        """Return the layouts, one per array, and the blocks of memory under them."""
        layouts: list[list[object]] = [[] for _ in self._arrays]
        blocks: list[bytes] = []
        for low, high, members in _overlapping(self._arrays):
            arrays = [self._arrays[member] for member in members]
            if len(arrays) == 1 and arrays[0].flags.c_contiguous:
                block, low = arrays[0].tobytes(), _address(arrays[0])
            else:
                low -= low % _ALIGNMENT
                block = _shown(arrays, low, high)
            for member, array in zip(members, arrays, strict=True):
                layouts[member] = [
                    *(len(blocks), _address(array) - low, array.dtype.str),
                    *(array.shape, array.strides, array.flags.writeable),
                ]
            blocks.append(block)
        return layouts, blocks


def _shown(arrays: list[np.ndarray], low: int, high: int) -> bytes:
    """Return the memory from ``low`` to ``high``: what no array shows is zero."""
    block = np.zeros(high - low, np.uint8)
    for array in arrays:
        offset = _address(array) - low
        copy = _view(block, offset, array.dtype.str, array.shape, array.strides)
        once = tuple(slice(None if stride else 1) for stride in array.strides)
        np.copyto(copy[(*once, ...)], array[(*once, ...)])
    return block.tobytes()


def _overlapping(
    arrays: list[np.ndarray],
) -> Iterable[tuple[int, int, list[int]]]:
    """Group the arrays whose ranges of memory overlap: low, high and members."""
    ranges = sorted((*byte_bounds(array), n) for n, array in enumerate(arrays))
    groups: list[tuple[int, int, list[int]]] = []
    for low, high, member in ranges:
        if groups and low < groups[-1][1]:
            first, last, members = groups[-1]
            groups[-1] = (first, max(last, high), [*members, member])
        else:
            groups.append((low, high, [member]))
    return groups


def _address(array: np.ndarray) -> int:
    address: int = array.__array_interface__["data"][0]
    return address


def _view(
    block: Any, offset: int, dtype: str, shape: Sequence[int], strides: Sequence[int]
) -> np.ndarray:
    return np.ndarray(tuple(shape), np.dtype(dtype), block, offset, tuple(strides))


class ArgumentDecoder:
    """
    Builds arguments in the student's process.

    Parameters
    ----------
    handle
        Returns the object behind a number.
    function
        Makes the function that calls back, from its number and name.
    resolve
        Finds what a reference names.
    """

    def __init__(
        self,
        *,
        handle: Callable[[int], object],
        function: Callable[[int, str], object],
        resolve: Callable[[tuple[str, ...]], object],
    ) -> None:
        self._decoders: values.Decoders = {
            **values.EXACT,
            Code.HANDLE: lambda payload: handle(msgpack.unpackb(payload)[0]),
            Code.FUNCTION: lambda payload: function(*msgpack.unpackb(payload)),
            Code.REFERENCE: lambda payload: resolve(tuple(msgpack.unpackb(payload))),
            Code.TYPE: lambda payload: TYPES[payload[0]],
            Code.DTYPE: lambda payload: np.dtype(payload.decode()),
            Code.ELLIPSIS: lambda _: Ellipsis,
            Code.SLICE: lambda payload: slice(*self._inner(payload)),
            Code.GENERATOR: lambda payload: _build_generator(self._inner(payload)[0]),
        }

    def decode(self, message: list[Any]) -> Any:
        """Build what `encode_arguments` packed."""
        body, layouts, blocks = message
        if not layouts:
            return values.unpack(body, self._decoders)
        arrays = _build_arrays(layouts, blocks)
        decoders = {
            **self._decoders,
            Code.LAYOUT: lambda payload: arrays[msgpack.unpackb(payload)],
        }
        return values.unpack(body, decoders)

    def _inner(self, payload: bytes) -> Any:
        return values.unpack(payload, self._decoders)


def _build_arrays(layouts: list[list[Any]], blocks: list[bytes]) -> list[np.ndarray]:
    users = [layout[0] for layout in layouts]
    memory = [bytearray(block) for block in blocks]
    arrays = []
    for block, offset, dtype, shape, strides, writeable in layouts:
        array = _view(memory[block], offset, dtype, shape, strides)
        if users.count(block) == 1 and offset + array.nbytes == len(blocks[block]):
            owner = array.copy(order="K")
            if owner.strides == array.strides:
                array = owner  # an array of its own, as in the test
        if not writeable:
            array.flags.writeable = False
        arrays.append(array)
    return arrays


def _build_generator(state: dict[str, Any]) -> "np.random.Generator":
    name = state["bit_generator"]
    if name not in _BIT_GENERATORS:
        raise WireError(f"unknown bit generator {name}")
    generator: Any = getattr(np.random, name)(0)
    generator.state = state
    return np.random.Generator(generator)


_BIT_GENERATORS: Final = frozenset({"MT19937", "PCG64", "PCG64DXSM", "Philox", "SFC64"})
