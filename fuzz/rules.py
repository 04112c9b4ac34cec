"""The rules that reading a frame keeps, whatever the frame is."""

import gc
import time
import tracemalloc
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Final, TypeAlias

from fuzz.frames import Frame
from grader.sandbox import Stopped
from grader.wire.errors import WireError

__all__ = ["MEMORY_BYTES", "SECONDS", "Reader", "Trial", "check", "quiet"]

Reader: TypeAlias = Callable[[Frame], list[Any]]

SECONDS: Final = 0.05  # of processor time, for one frame
_RETRIES: Final = 2  # a machine with other work on it is slow now and then
MEMORY_BYTES: Final = 1 << 20  # for one frame, and besides:
_BYTES_EACH: Final = 200  # for each byte of it: one byte can be an empty dict
_SAME_HASH: Final = 16  # keys of one dict; more of them were made to collide


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What came of reading one frame."""

    seconds: float
    memory_bytes: int | None  # None if it was not looked at
    whole: bool  # all of it was read: nothing was refused
    broken: str | None  # the rule that was broken, and how


def check(frame: Frame, reader: Reader, *, memory: bool) -> Trial:
    """Read a frame, again if it was slow, and tell whether the rules were kept."""
    seconds, found, broken = _timed(frame, reader)
    for _ in range(_RETRIES):
        if seconds > SECONDS:
            seconds = min(seconds, _timed(frame, reader)[0])
    if broken is None and seconds > SECONDS:
        broken = f"it took {1000 * seconds:.0f} ms, more than {1000 * SECONDS:.0f}"
    if broken is None and found is not None:
        broken = _collision(found)
    used = _memory(frame, reader) if memory else None
    allowed = MEMORY_BYTES + _BYTES_EACH * sum(map(len, frame.pieces))
    if broken is None and used is not None and used > allowed:
        broken = f"it took {used} bytes of memory, more than {allowed}"
    whole = found is not None
    return Trial(seconds=seconds, memory_bytes=used, whole=whole, broken=broken)


class quiet:  # noqa: N801  # a context manager
    """Keep Python from collecting garbage in the midst of a frame."""

    def __enter__(self) -> None:
        gc.collect()
        gc.freeze()  # what is there already is not looked through again
        gc.disable()

    def __exit__(self, *_: object) -> None:
        gc.enable()
        gc.unfreeze()


def _timed(frame: Frame, reader: Reader) -> tuple[float, list[Any] | None, str | None]:
    """Return the time, what was read (None if it was refused), and a wrong error."""
    found, broken = None, None
    started = time.thread_time()
    try:
        found = reader(frame)
    except (WireError, Stopped) as error:
        seconds = time.thread_time() - started
        broken = _unwritable(str(error))
    except Exception as error:  # noqa: BLE001  # it is what we look for
        seconds = time.thread_time() - started
        broken = f"{type(error).__name__}: {error}"
    else:
        seconds = time.thread_time() - started
    return seconds, found, broken


def _unwritable(message: str) -> str | None:
    """Tell if a reason cannot stand in a record."""
    try:
        message.encode()
    except UnicodeEncodeError:
        return f"its reason is no text: {message!r}"
    return f"its reason is {len(message)} long" if len(message) > 1000 else None


def _memory(frame: Frame, reader: Reader) -> int:
    """Return the most memory that was in use at once while a frame was read."""
    tracemalloc.start()
    try:
        _timed(frame, reader)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def _collision(found: list[Any]) -> str | None:
    """Tell if a dict was made whose keys have few hashes: such dicts take minutes."""
    for made in _dicts(found):
        same = len(made) - len(set(map(hash, made)))
        if same > _SAME_HASH:
            return f"a dict was made in which {same} keys have the hash of another"
    return None


def _dicts(item: Any) -> Iterator[dict[Any, Any]]:
    """Find the dicts in a value; objects of other types are not asked anything."""
    if type(item) is dict:
        yield item
        for part in item.values():
            yield from _dicts(part)
    elif type(item) in (list, tuple):
        for part in item:
            if type(part) in (list, tuple, dict):
                yield from _dicts(part)
