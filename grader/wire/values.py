"""Values of exact types: what may come back from the student's process.

None, bool, int, float, complex, str, bytes, list, tuple, dict, numpy scalars and plain
ndarrays of boolean or numeric dtype. Anything else stays where it is, behind a handle.

Some types arrive as another: a namedtuple as a tuple, bytearray and memoryview as
bytes, numpy.longdouble as float64.
"""

from collections.abc import Callable
from math import prod
from struct import Struct, unpack_from
from typing import Any, Final, TypeAlias

import msgpack
import numpy as np

from grader.wire import caps
from grader.wire.codes import DTYPE_CODES, DTYPES, Code, dtype_code
from grader.wire.errors import WireError
from grader.wire.scan import scan

__all__ = ["EXACT", "Decoders", "decode", "encode", "exact", "pack", "unpack"]

Decoders: TypeAlias = dict[int, Callable[[bytes], Any]]

_TOO_DEEP: Final = "nested too deeply, perhaps in itself"
_COMPLEX: Final = Struct("<dd")
_ARRAY_HEAD: Final = Struct("<BB")


def encode(value: object, handle: Callable[[object], tuple[int, str]]) -> bytes:
    """
    Pack a value in the student's process, before it is sent.

    Parameters
    ----------
    value
        Any object.
    handle
        Keeps an object that may not cross and returns its number and its type's name.

    Raises
    ------
    WireError
        The value breaks a cap. The reason is written for the student.
    """

    def other(item: object) -> msgpack.ExtType:
        crossed = exact(item, other)
        if crossed is not None:
            return crossed
        return msgpack.ExtType(Code.HANDLE, msgpack.packb(handle(item)))

    data = pack(value, other)
    if len(data) > caps.FRAME_BYTES:
        raise WireError(f"more than {caps.FRAME_BYTES} bytes")
    if scan(data):
        unpack(data, _CHECK, pairs=_checked_dict)
    return data


def decode(data: bytes, decoders: Decoders) -> Any:
    """
    Build a value that came from the student's process.

    Parameters
    ----------
    data
        What arrived; nothing about it is trusted.
    decoders
        Builders for further extension codes, such as handles.

    Raises
    ------
    WireError
        It is not a packed value, or breaks a cap.
    """
    scan(data)
    return unpack(data, EXACT | decoders, pairs=_checked_dict)


def pack(value: object, other: Callable[[Any], msgpack.ExtType]) -> bytes:
    """Pack a value; ``other`` packs what is not an exact msgpack type."""
    try:
        packer = msgpack.Packer(default=other, strict_types=True, buf_size=1024)
        return bytes(packer.pack(value))
    except UnicodeEncodeError:
        raise WireError("a string with lone surrogates") from None
    except RecursionError:
        raise WireError(_TOO_DEEP) from None
    except ValueError as error:
        if "recursion limit" in str(error):
            raise WireError(_TOO_DEEP) from None
        raise


def unpack(
    data: bytes,
    decoders: Decoders,
    *,
    pairs: Callable[[list[tuple[Any, Any]]], dict[Any, Any]] = dict,
) -> Any:
    """Build a packed value whose shape was scanned, or which we packed ourselves."""

    def extension(code: int, payload: bytes) -> Any:
        if code == Code.TUPLE:
            return tuple(_unpack(payload, extension, pairs))
        try:
            decoder = decoders[code]
        except KeyError:
            raise WireError(f"unexpected extension {code}") from None
        return decoder(payload)

    return _unpack(data, extension, pairs)


def exact(
    value: Any, other: Callable[[Any], msgpack.ExtType]
) -> msgpack.ExtType | None:
    """Pack a value of a type that crosses as an extension, None if it is no such."""
    kind = type(value)
    if kind is tuple or (isinstance(value, tuple) and hasattr(kind, "_fields")):
        return msgpack.ExtType(Code.TUPLE, pack(list(value), other))
    if kind is int:
        return msgpack.ExtType(Code.INTEGER, _integer(value))
    if kind is complex:
        return msgpack.ExtType(Code.COMPLEX, _COMPLEX.pack(value.real, value.imag))
    if kind is np.ndarray:
        return _array(value)
    if isinstance(value, np.generic):
        return _scalar(value)
    return None


def _integer(value: int) -> bytes:
    size = (value if value >= 0 else ~value).bit_length() // 8 + 1
    if size > caps.INT_BYTES:
        raise WireError(f"an integer of more than {caps.INT_BYTES} bytes")
    return value.to_bytes(size, "little", signed=True)


def _scalar(value: np.generic) -> msgpack.ExtType | None:
    if type(value) in (np.longdouble, np.clongdouble):
        value = _double(value)
    code = DTYPE_CODES.get(value.dtype)
    if code is None or type(value) is not value.dtype.type:
        return None
    return msgpack.ExtType(Code.SCALAR, bytes([code]) + value.tobytes())


def _array(value: np.ndarray) -> msgpack.ExtType | None:
    if value.dtype in (np.longdouble, np.clongdouble):
        _check_size(value)
        value = _double(value)
    code = dtype_code(value.dtype)
    if code is None:
        return None
    _check_size(value)
    head = _ARRAY_HEAD.pack(code, value.ndim)
    shape = np.array(value.shape, dtype="<u8").tobytes()
    contents = value.astype(DTYPES[code], copy=False).tobytes()
    return msgpack.ExtType(Code.ARRAY, head + shape + contents)


def _double(value: Any) -> Any:
    with np.errstate(all="ignore"):  # what is too large becomes an infinity, in silence
        return value.astype(np.float64 if value.dtype.kind == "f" else np.complex128)


def _check_size(value: np.ndarray) -> None:
    # nbytes counts a broadcast array at its full size, before anything is copied.
    if value.nbytes > caps.ARRAY_BYTES:
        raise WireError(f"an array of more than {caps.ARRAY_BYTES} bytes")
    if value.ndim > caps.DIMENSIONS:
        raise WireError(f"an array of more than {caps.DIMENSIONS} dimensions")
    if max(value.shape, default=0) > caps.ARRAY_BYTES:
        raise WireError(f"an array of shape {value.shape}")


def _unpack(
    data: bytes,
    extension: Callable[[int, bytes], Any],
    pairs: Callable[[list[tuple[Any, Any]]], dict[Any, Any]],
) -> Any:
    try:
        return msgpack.unpackb(
            data,
            ext_hook=extension,
            object_pairs_hook=pairs,
            strict_map_key=False,
            max_ext_len=caps.FRAME_BYTES,
        )
    except WireError:
        raise
    except (ValueError, TypeError, RecursionError, msgpack.UnpackException) as error:
        raise WireError(f"not a packed value: {error}") from None


def _checked_dict(pairs: list[tuple[Any, Any]]) -> dict[Any, Any]:
    for key, _ in pairs:
        if type(key) is tuple:
            if len(key) > caps.TUPLE_KEY_PARTS:
                raise WireError(f"a dict key of more than {caps.TUPLE_KEY_PARTS} parts")
            bits = caps.TUPLE_KEY_BITS // max(len(key), 2)
            for part in key:
                _check_key(part, bits)
        else:
            _check_key(key, caps.KEY_BITS)
    return dict(pairs)


def _check_key(key: object, bits: int) -> None:
    if type(key) is int and key.bit_length() > bits:
        raise WireError(f"a dict key with an integer of more than {bits} bits")
    if type(key) not in (str, int, bool):
        kind = type(key).__name__
        raise WireError(
            f"a dict key of type {kind}, not str, int, bool or a flat tuple"
        )


def _decode_integer(payload: bytes) -> int:
    if not 1 <= len(payload) <= caps.INT_BYTES:
        raise WireError(f"an integer of {len(payload)} bytes")
    return int.from_bytes(payload, "little", signed=True)


def _decode_complex(payload: bytes) -> complex:
    if len(payload) != _COMPLEX.size:
        raise WireError("a complex number of another size")
    return complex(*_COMPLEX.unpack(payload))


def _decode_scalar(payload: bytes) -> np.generic:
    dtype = _decode_dtype(payload)
    if len(payload) != 1 + dtype.itemsize:
        raise WireError("a scalar of another size")
    scalar: np.generic = np.frombuffer(payload, dtype, offset=1)[0]
    return scalar


def _decode_array(payload: bytes) -> np.ndarray:
    dtype = _decode_dtype(payload)
    dimensions = payload[1] if len(payload) > 1 else caps.DIMENSIONS + 1
    start = _ARRAY_HEAD.size + 8 * dimensions
    if dimensions > caps.DIMENSIONS or len(payload) < start:
        raise WireError("an array without its shape")
    shape = unpack_from(f"<{dimensions}Q", payload, _ARRAY_HEAD.size)
    if max(shape, default=0) > caps.ARRAY_BYTES:
        raise WireError("an array dimension is too large")
    size = dtype.itemsize * prod(shape)
    if size != len(payload) - start or size > caps.ARRAY_BYTES:
        raise WireError("an array of another size")
    if dtype.kind == "b":  # a byte of 2 would be a boolean that numpy does not know
        truth: np.ndarray = np.frombuffer(payload, np.uint8, offset=start) != 0
        return truth.reshape(shape)
    flat = np.frombuffer(payload, dtype, offset=start)
    array: np.ndarray = flat.reshape(shape).copy()
    return array


def _decode_dtype(payload: bytes) -> np.dtype[Any]:
    if not payload or payload[0] >= len(DTYPES):
        raise WireError("an unknown dtype")
    return DTYPES[payload[0]]


EXACT: Final[Decoders] = {
    Code.INTEGER: _decode_integer,
    Code.COMPLEX: _decode_complex,
    Code.SCALAR: _decode_scalar,
    Code.ARRAY: _decode_array,
}
_CHECK: Final[Decoders] = EXACT | {Code.HANDLE: lambda _: object()}
