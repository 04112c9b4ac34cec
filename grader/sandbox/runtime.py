"""Where the parts of Python are that a student's process needs: these and no others."""

import sys
import sysconfig
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import Final

from grader.errors import SandboxFailed

__all__ = ["CACHE", "Runtime", "find_runtime"]

_OF_GRADER: Final = ("__init__.py", "jail", "processors.py", "wire", "worker")
_LIBRARIES: Final = ("/usr/lib", "/usr/lib64", "/lib", "/lib64")
_DEVICES: Final = ("/dev/zero", "/dev/urandom")  # and null, which may be written to
CACHE: Final = Path("/etc/ld.so.cache")  # where libraries are; else they are searched
_THIRD_PARTY: Final = ("site-packages", "dist-packages")


@dataclass(frozen=True, slots=True, kw_only=True)
class Runtime:
    """
    Paths of an interpreter, with all links resolved.

    ``library`` is the folder of the standard library. ``packages`` maps names, as in
    ``numpy`` or ``grader/wire``, to the folders or files that are needed of them.
    """

    executable: Path
    prefix: Path
    library: Path
    packages: dict[str, Path]

    def third_party(self) -> list[Path]:
        """Return the folders inside the prefix that hold what others have installed."""
        folders = [self.library, *self.prefix.glob("lib/python3*")]
        return _existing(folder / name for folder in folders for name in _THIRD_PARTY)

    def readable(self, packages: Iterable[Path]) -> list[Path]:
        """Return what a student's process may read, packages included, in few rules."""
        system = map(Path, (*_LIBRARIES, *_DEVICES))
        return _outermost([self.library, self.prefix / "lib", *system, *packages])

    def readable_exactly(self) -> list[Path]:
        """Return what it may read, without what others have installed beside it."""
        shared = [
            path
            for folder in (*map(Path, _LIBRARIES), self.prefix / "lib")
            for path in folder.glob("*")
            if not path.name.startswith("python")
        ]
        standard = [
            path for path in self.library.iterdir() if path.name not in _THIRD_PARTY
        ]
        files = (*map(Path, _DEVICES), CACHE)
        return _outermost([*shared, *standard, *files, *self.packages.values()])


def find_runtime() -> Runtime:
    """Find out about the Python that runs this; nothing is imported for it."""
    packages = {name: _folder(name) for name in ("numpy", "msgpack")}
    libraries = packages["numpy"].with_name("numpy.libs")
    if libraries.is_dir():
        packages[libraries.name] = libraries
    own = Path(__file__).resolve().parents[1]
    packages |= {f"grader/{name}": own / name for name in _OF_GRADER}
    return Runtime(
        executable=Path(getattr(sys, "_base_executable", sys.executable)).resolve(),
        prefix=Path(sys.base_prefix).resolve(),
        library=Path(sysconfig.get_path("stdlib")).resolve(),
        packages=packages,
    )


def _folder(name: str) -> Path:
    found = find_spec(name)
    if found is None or found.origin is None:
        raise SandboxFailed(f"{name} is not installed")
    return Path(found.origin).resolve().parent


def _outermost(paths: Iterable[Path]) -> list[Path]:
    """Return paths without those that lie below another: each costs every test time."""
    resolved = {path.resolve() for path in _existing(paths)}
    return sorted(path for path in resolved if not resolved & set(path.parents))


def _existing(paths: Iterable[Path]) -> list[Path]:
    return sorted(path for path in paths if path.exists())
