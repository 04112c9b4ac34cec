"""What a problem may be called: its id is a folder, a file, a function and a URL."""

import keyword
import re
import sys

__all__ = ["id_fault"]

_PATTERN = re.compile(r"[a-z][a-z0-9_]*\Z")
# File names of a problem folder, and the folder of units beside the problems.
_RESERVED = ("stub", "support", "test_examples", "test_hidden", "conftest", "units")
# A student's numpy.py would stand in the way of numpy in the student's own folder.
_MODULES = ("numpy", "scipy", "pytest", "torch", "grader")


def id_fault(name: str) -> str | None:
    """Return why ``name`` cannot be a problem's id, or None."""
    if not _PATTERN.match(name):
        return (
            f"{name!r} is no id of a problem: use lower-case letters, digits and "
            "underscores, a letter first"
        )
    if keyword.iskeyword(name):
        return f"{name!r} is a word of Python itself and cannot name a function"
    if name in _RESERVED:
        return f"{name!r} is kept for a file or folder that every course has"
    if name in _MODULES or name in sys.stdlib_module_names:
        return f"{name!r} is a module that a student's {name}.py would hide"
    return None
