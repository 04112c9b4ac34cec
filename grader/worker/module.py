"""Executes the student's source text as a module, or says why that cannot be done."""

import io
import linecache
import sys
from dataclasses import dataclass
from types import CodeType, ModuleType, TracebackType
from typing import Final

__all__ = [
    "LoadFault",
    "compile_source",
    "execute",
    "line_in",
    "message_of",
    "wanted_functions",
]

MESSAGE_LENGTH: Final = 1000


@dataclass(frozen=True, slots=True)
class LoadFault(Exception):
    """Why the source did not become a module."""

    kind: str
    message: str
    line: int | None


def compile_source(source: str, file_name: str) -> CodeType:
    """
    Compile source text; nothing of it runs.

    Raises
    ------
    LoadFault
        It does not compile.
    """
    lines = io.StringIO(source, newline=None).readlines()
    linecache.cache[file_name] = (len(source), None, lines, file_name)
    try:
        return compile(source, file_name, "exec", dont_inherit=True)
    except SyntaxError as error:
        message = f"{type(error).__name__}: {error.msg}"
        raise LoadFault("syntax", message, error.lineno) from None
    except (ValueError, RecursionError, MemoryError, OverflowError) as error:
        raise LoadFault("syntax", f"{type(error).__name__}: {error}", None) from None


def execute(code: CodeType, name: str) -> ModuleType:
    """
    Run compiled source as the module ``name``.

    Raises
    ------
    LoadFault
        It raised while it ran.
    """
    file_name = code.co_filename
    module = ModuleType(name)
    module.__file__ = file_name
    sys.modules[name] = module
    try:
        exec(code, module.__dict__)
    except MemoryError as error:
        line = line_in(file_name, error.__traceback__)
        raise LoadFault("memory", "MemoryError at import", line) from None
    except BaseException as error:  # noqa: BLE001  # SystemExit and all the student's own
        line = line_in(file_name, error.__traceback__)
        raise LoadFault("import", describe(error), line) from None
    return module


def wanted_functions(module: ModuleType, names: list[str]) -> list[str]:
    """
    Return which of the wanted functions a module defines.

    Raises
    ------
    LoadFault
        It defines none of them.
    """
    defined = [name for name in names if callable(getattr(module, name, None))]
    if defined or not names:
        return defined
    wanted = names[0]
    value = getattr(module, wanted, None)
    if value is not None:
        message = f"{wanted} is not a function but of type {type(value).__name__}"
        raise LoadFault("missing_function", message, None)
    raise LoadFault("missing_function", _not_defined(module, wanted), None)


def _not_defined(module: ModuleType, wanted: str) -> str:
    own = [
        name
        for name, value in vars(module).items()
        if callable(value) and getattr(value, "__module__", None) == module.__name__
    ]
    import difflib  # hardly ever needed

    close = difflib.get_close_matches(wanted, own, n=1)
    if close:
        return f"{wanted} is not defined; did you mean it by {close[0]}?"
    if own:
        return f"{wanted} is not defined; the file defines {', '.join(sorted(own))}"
    return f"{wanted} is not defined; the file defines no function"


def line_in(file_name: str, traceback: TracebackType | None) -> int | None:
    """Return the innermost line of a file in a traceback, None if it is not there."""
    line = None
    while traceback is not None:
        if traceback.tb_frame.f_code.co_filename == file_name:
            line = traceback.tb_lineno
        traceback = traceback.tb_next
    return line


def describe(error: BaseException) -> str:
    """Return an exception as one clear sentence."""
    name = type(error).__name__
    if isinstance(error, SystemExit):
        return f"{name}: the file ends the program, with sys.exit() or the like"
    text = message_of(error).partition("\n")[0]
    if isinstance(error, ModuleNotFoundError):
        text += "; only the standard library and numpy are here, and the file is alone"
    elif isinstance(error, ImportError) and "relative import" in text:
        text += ": the file is run alone, import modules by their full name"
    return f"{name}: {text}" if text else name


def message_of(error: BaseException) -> str:
    """Return an exception's own text, whatever its class does."""
    try:
        text = str(error)[:MESSAGE_LENGTH]
    except BaseException:  # noqa: BLE001  # a student's __str__
        text = "(its message cannot be shown)"
    return text.encode("utf-8", "replace").decode()
