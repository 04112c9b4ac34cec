"""Hand-in archives from ``grader submit``: a manifest at the top, files beside it."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from grader.errors import Unreadable
from grader.intake.manifest import (
    MANIFEST_BYTES,
    MANIFEST_NAME,
    Manifest,
    Packing,
    parse,
)
from grader.intake.source import SOURCE_BYTES
from grader.intake.submission import (
    Found,
    Holding,
    Note,
    Submission,
    Wanted,
    digest_of,
    missing,
    unreadable,
)
from grader.intake.tree import Entry, Place, find_own, joined

__all__ = ["find_handin"]


def find_handin(
    entries: Sequence[Entry], place: Place, wanted: Wanted, *, named: bool
) -> Found:
    """Return what a hand-in archive holds.

    Parameters
    ----------
    entries
        The archive's members, the manifest among them.
    place
        Where it is.
    wanted
        The problems to look for.
    named
        Whether ``place.student`` is known from the archive's folder. Otherwise the
        manifest says whose it is.
    """
    try:
        manifest = _manifest(entries)
    except Unreadable as error:
        return _broken(str(error), entries, place, wanted)
    except OSError as error:
        reason = f"{MANIFEST_NAME} cannot be read: {error.strerror}"
        return _broken(reason, entries, place, wanted)
    whose = place if named else replace(place, student=manifest.student)
    found = find_own(entries, whose, wanted)
    (holding,) = found.holdings
    absent = tuple(_absent(manifest, holding, place, wanted))
    notes = (
        *_other_student(manifest, whose),
        *_unknown(manifest, place, wanted),
        *_changed(manifest, holding),
        *found.notes,
    )
    complete = replace(holding, submissions=(*holding.submissions, *absent))
    return replace(found, holdings=(complete,), notes=notes)


def _manifest(entries: Iterable[Entry]) -> Manifest:
    (entry,) = (entry for entry in entries if entry.parts == (MANIFEST_NAME,))
    if entry.fault is not None:
        raise Unreadable(entry.fault.message)
    if entry.origin is None:
        raise Unreadable(f"{MANIFEST_NAME} is not a file")
    return parse(entry.origin.read(MANIFEST_BYTES + 1))


def _broken(
    reason: str, entries: Sequence[Entry], place: Place, wanted: Wanted
) -> Found:
    """Return the archive's files as unreadable: it is not known whose they are."""
    fault = unreadable(reason)
    (holding,) = find_own(entries, place, wanted).holdings
    submissions = tuple(
        replace(submission, origin=None, fault=fault)
        for submission in holding.submissions
    )
    broken = Holding(
        student=place.student,
        path=place.path,
        submissions=submissions,
        whole=True,
        fault=fault,
    )
    return Found(holdings=(broken,))


def _absent(
    manifest: Manifest, holding: Holding, place: Place, wanted: Wanted
) -> Iterator[Submission]:
    there = {submission.problem for submission in holding.submissions}
    for packing in manifest.problems:
        if packing.id in wanted.problems and packing.id not in there:
            message = f"{packing.file} is named in {MANIFEST_NAME}, but is not there"
            yield Submission(
                student=holding.student,
                problem=packing.id,
                path=joined(place.path, packing.file),
                fault=missing(message),
            )


def _other_student(manifest: Manifest, whose: Place) -> Iterator[Note]:
    if manifest.student != whose.student:
        message = f"packed by {manifest.student}, but lies in another student's folder"
        yield Note(path=whose.path, message=message)


def _unknown(manifest: Manifest, place: Place, wanted: Wanted) -> Iterator[Note]:
    for packing in manifest.problems:
        if packing.id not in wanted.ids:
            message = "no problem of this course has this name: not graded"
            yield Note(path=joined(place.path, packing.file), message=message)


def _changed(manifest: Manifest, holding: Holding) -> Iterator[Note]:
    packed = {packing.id: packing for packing in manifest.problems}
    for submission in holding.submissions:
        packing = packed.get(submission.problem)
        if packing is None:
            yield Note(path=submission.path, message="added after packing")
        elif _differs(submission, packing):
            yield Note(path=submission.path, message="changed after packing")


def _differs(submission: Submission, packing: Packing) -> bool:
    if submission.origin is None:
        return False
    try:
        data = submission.origin.read(SOURCE_BYTES + 1)
    except (OSError, Unreadable):
        return False  # the reading for grading will say why
    return digest_of(data) != f"sha256:{packing.sha256}"
