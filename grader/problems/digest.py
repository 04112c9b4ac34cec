"""One name for everything in a problem folder that affects marks."""

from hashlib import sha256
from pathlib import Path

__all__ = ["MARKING_FILES", "digest_of"]

MARKING_FILES = (
    "problem.toml",
    "stub.py",
    "test_examples.py",
    "test_hidden.py",
    "support.py",
)


def digest_of(folder: Path) -> str:
    """Return ``sha256:…`` over the marking files, their names and lengths.

    Line ends count as line feeds, so a checkout on Windows has the same digest.
    """
    digest = sha256()
    for name in MARKING_FILES:
        path = folder / name
        if path.is_file():
            content = path.read_bytes().replace(b"\r\n", b"\n")
            digest.update(f"{name}\0{len(content)}\0".encode())
            digest.update(content)
    return f"sha256:{digest.hexdigest()}"
