"""Packing a hand-in archive: the student's files and a manifest, nothing else."""

import hashlib
import io
import json
import os
import secrets
import zipfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from grader.errors import Unreadable, UsageError
from grader.intake.disk import DiskFile
from grader.intake.manifest import MANIFEST_NAME, Manifest, Packing, student_fault
from grader.intake.source import SOURCE_BYTES, too_large
from grader.intake.submission import digest_of

__all__ = ["Packed", "pack"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Packed:
    """An archive that was written; ``digest`` is that of the whole file."""

    path: Path
    manifest: Manifest
    size_bytes: int
    digest: str


def pack(
    files: Mapping[str, Path],
    *,
    student: str,
    out: Path,
    examples: Mapping[str, tuple[int, int]],
    digests: Mapping[str, str],
    created: str,
    overwrite: bool = False,
) -> Packed:
    """Write a hand-in archive that ``grader grade`` takes.

    The same files, student and time make the same bytes.

    Parameters
    ----------
    files
        The student's file for each problem.
    student
        Whose they are.
    out
        The archive to write, in one step: it is never there in part.
    examples
        How many example tests passed, and of how many, for each problem.
    digests
        The digest of each problem as the student has it.
    created
        When, in ISO 8601.
    overwrite
        Whether an archive that is already there may be replaced.

    Raises
    ------
    UsageError
        There is nothing to pack, a file cannot be read or is too large, the student's
        name could not be a folder's, or ``out`` exists or cannot be written.
    """
    _check(files, student, out, overwrite)
    contents = {problem: _content(path) for problem, path in sorted(files.items())}
    packings = tuple(
        Packing(
            id=problem,
            file=f"{problem}.py",
            sha256=hashlib.sha256(data).hexdigest(),
            problem_digest=digests[problem],
            examples_passed=examples[problem][0],
            examples_total=examples[problem][1],
        )
        for problem, data in contents.items()
    )
    manifest = Manifest(student=student, created=created, problems=packings)
    archive = _archive(manifest, contents)
    _write(out, archive)
    digest = digest_of(archive)
    return Packed(path=out, manifest=manifest, size_bytes=len(archive), digest=digest)


# The earliest time that a zip archive can state. The true one is in the manifest.
_TIMESTAMP = (1980, 1, 1, 0, 0, 0)
_REGULAR_FILE = 0o100644
_UNIX = 3


def _check(files: Mapping[str, Path], student: str, out: Path, overwrite: bool) -> None:
    if not files:
        raise UsageError("nothing to hand in: no problem's file was found")
    fault = student_fault(student)
    if fault is not None:
        raise UsageError(fault)
    if out.is_dir():
        raise UsageError(f"{out} is a folder: name the archive to write")
    if not overwrite and os.path.lexists(out):
        raise UsageError(f"{out} exists already: name another file or overwrite it")


def _content(path: Path) -> bytes:
    try:
        data = DiskFile(str(path)).read(SOURCE_BYTES + 1)
    except Unreadable as error:
        raise UsageError(f"{path}: {error}") from error
    except OSError as error:
        raise UsageError(f"{path}: {error.strerror}") from error
    if len(data) > SOURCE_BYTES:
        raise UsageError(f"{path}: {too_large().message}")
    return data


def _archive(manifest: Manifest, contents: Mapping[str, bytes]) -> bytes:
    page = json.dumps(manifest.to_json(), indent=2, ensure_ascii=False) + "\n"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        archive.writestr(_info(MANIFEST_NAME), page.encode())
        for problem, data in contents.items():
            archive.writestr(_info(f"{problem}.py"), data)
    return buffer.getvalue()


def _info(name: str) -> zipfile.ZipInfo:
    info = zipfile.ZipInfo(name, _TIMESTAMP)
    info.compress_type = zipfile.ZIP_DEFLATED
    info.create_system = _UNIX  # on Windows, too: the same files, the same bytes
    info.external_attr = _REGULAR_FILE << 16
    return info


def _write(out: Path, data: bytes) -> None:
    """Write a file beside its place and move it there."""
    part = out.with_name(f".{out.name}.{secrets.token_hex(4)}.part")
    try:
        with part.open("xb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(out)
    except OSError as error:
        raise UsageError(f"{out} cannot be written: {error.strerror}") from error
    finally:
        with suppress(OSError):  # gone already if all went well
            part.unlink()
