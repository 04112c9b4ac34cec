"""What a student's process may use, set by itself before it sees any of their code."""

import math
from typing import Any

try:
    import resource
except ImportError:  # Windows has none: the trusted side's wall limit still holds
    resource = None  # type: ignore[assignment]

__all__ = ["apply"]


def apply(limits: dict[str, Any]) -> None:
    """Set the limits on address space, processor time, file size and core dumps."""
    if resource is None:
        return
    cpu = math.ceil(limits["cpu_seconds"])
    wanted = {
        resource.RLIMIT_CPU: (cpu, cpu + 1),
        resource.RLIMIT_FSIZE: (limits["file_bytes"],) * 2,
        resource.RLIMIT_CORE: (0, 0),
    }
    if hasattr(resource, "RLIMIT_AS"):
        wanted[resource.RLIMIT_AS] = (limits["address_space_bytes"],) * 2
    for kind, (soft, hard) in wanted.items():
        _lower(kind, soft, hard)


def _lower(kind: int, soft: int, hard: int) -> None:
    _, allowed = resource.getrlimit(kind)
    if allowed != resource.RLIM_INFINITY:
        soft, hard = min(soft, allowed), min(hard, allowed)
    try:
        resource.setrlimit(kind, (soft, hard))
    except (OSError, ValueError):  # macOS refuses RLIMIT_AS
        if kind != getattr(resource, "RLIMIT_AS", None):
            raise
