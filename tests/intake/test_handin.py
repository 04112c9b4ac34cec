"""Hand-in archives: what the manifest says, and what it is worth."""

import hashlib
import json
import stat
import zipfile
from pathlib import Path

import pytest

from grader.errors import Unreadable, UsageError
from grader.intake.manifest import MANIFEST_BYTES, Manifest, Packing, parse

CODE = b"x = 1\n"


def packing(problem: str = "dropout", data: bytes = CODE, **changes) -> dict:
    return {
        "id": problem,
        "file": f"{problem}.py",
        "sha256": hashlib.sha256(data).hexdigest(),
        "problem_digest": "sha256:0",
        "examples_passed": 2,
        "examples_total": 3,
    } | changes


def manifest(*packings, **changes) -> dict:
    return {
        "format_version": 1,
        "student": "Ana María",
        "created": "2025-01-31T12:00:00+00:00",
        "problems": list(packings or [packing()]),
    } | changes


@pytest.fixture
def handed(zipped):
    """Write a hand-in archive of a manifest, which may be any bytes, and files."""

    def _handed(path="me.zip", page=None, files=None):
        page = manifest() if page is None else page
        data = page if isinstance(page, bytes) else json.dumps(page).encode()
        members = {"dropout.py": CODE} if files is None else files
        return zipped(path, [("manifest.json", data), *members.items()])

    return _handed


def row(said: str = "x = 1\n", student: str = "Ana María", path: str = "me.zip"):
    return (student, "dropout", f"{path}/dropout.py", said)


def test_the_manifest_tells_the_student(handed, gather):
    """An archive that is named itself belongs to whom its manifest names."""
    handed()
    assert gather("me.zip") == ([row()], [])


def test_hand_ins_in_an_inbox(handed, gather):
    """Archives in an inbox are as many students, whatever the files are called."""
    handed("inbox/upload (1).zip", manifest(student="ana"))
    handed("inbox/upload (2).zip", manifest(student="bob"))
    assert gather("inbox") == (
        [
            row(student="ana", path="inbox/upload (1).zip"),
            row(student="bob", path="inbox/upload (2).zip"),
        ],
        [],
    )


def test_a_hand_in_with_fewer_problems(handed, put, gather):
    """What others handed in is missing from an archive without it."""
    handed("inbox/a.zip", manifest(student="ana"))
    put("inbox/bob/relu_backward.py")
    rows = gather("inbox")[0]
    assert rows[1] == (
        "ana",
        "relu_backward",
        "inbox/a.zip/relu_backward.py",
        "relu_backward.py is missing",
    )


def test_the_folder_goes_before_the_manifest(handed, put, gather):
    """In a student's folder the manifest cannot hand in for somebody else."""
    handed("inbox/eve/a.zip", manifest(student="ana"))
    put("inbox/ana/dropout.py", b"ana = 1")
    said = "packed by ana, but lies in another student's folder"
    assert gather("inbox") == (
        [
            ("ana", "dropout", "inbox/ana/dropout.py", "ana = 1"),
            row(student="eve", path="inbox/eve/a.zip"),
        ],
        [f"inbox/eve/a.zip: {said}"],
    )


def test_a_file_changed_after_packing_is_used(handed, gather):
    """A digest that does not fit is noted; the file is graded as it is."""
    handed(files={"dropout.py": b"y = 2"})
    note = "me.zip/dropout.py: changed after packing"
    assert gather("me.zip") == ([row("y = 2")], [note])


def test_a_file_added_after_packing_is_used(handed, gather):
    """A file that the manifest does not name is graded and noted."""
    handed(files={"dropout.py": CODE, "relu_backward.py": b"y = 2", "notes.txt": b""})
    added = ("Ana María", "relu_backward", "me.zip/relu_backward.py", "y = 2")
    assert gather("me.zip") == (
        [row(), added],
        [
            "me.zip/relu_backward.py: added after packing",
            "me.zip/notes.txt: no problem's files, left alone",
        ],
    )


def test_a_file_that_is_only_promised_is_missing(handed, gather, statuses):
    """A manifest that names a file does not make it be there."""
    handed(files={})
    said = "dropout.py is named in manifest.json, but is not there"
    assert gather("me.zip") == ([row(said)], [])
    assert statuses("me.zip") == {"me.zip/dropout.py": "missing"}


def test_a_linked_file_is_not_followed(handed, gather):
    """A file in a hand-in archive must be a regular one."""
    path = handed(files={})
    link = zipfile.ZipInfo("dropout.py")
    link.create_system, link.external_attr = 3, (stat.S_IFLNK | 0o777) << 16
    with zipfile.ZipFile(path, "a") as archive:
        archive.writestr(link, "/etc/passwd")
    said = "dropout.py is a symbolic link, and links are not followed"
    assert gather("me.zip") == ([row(said)], [])


def test_a_problem_of_another_course(handed, gather):
    """A problem that is not known here is noted and not graded."""
    page = manifest(packing(), packing("sorting"))
    handed(page=page, files={"dropout.py": CODE, "sorting.py": CODE})
    assert gather("me.zip") == (
        [row()],
        [
            "me.zip/sorting.py: no problem of this course has this name: not graded",
            "me.zip/sorting.py: no problem's files, left alone",
        ],
    )


def test_only_the_problem_that_was_asked_for(handed, gather):
    """Other problems in the archive are left alone without a word."""
    page = manifest(packing(), packing("relu_backward"))
    handed(page=page, files={"dropout.py": CODE, "relu_backward.py": CODE})
    assert gather("me.zip", problem="dropout") == ([row()], [])


BROKEN = [
    (b"", "manifest.json is not JSON"),
    (b"\xff\xfe", "manifest.json is not JSON"),
    (b"[" * 60_000, "manifest.json is not JSON"),
    (b"1" * 10_000, "manifest.json is not JSON"),
    (b"[]", "manifest.json is not an object"),
    (b"{}", "manifest.json has no fit 'format_version'"),
    (b" " * (10 << 20), "manifest.json is larger than 64 KiB"),
    (manifest(format_version=2), "manifest.json has no fit 'format_version'"),
    (manifest(format_version=True), "manifest.json has no fit 'format_version'"),
    (manifest(student=""), "manifest.json has no fit 'student'"),
    (manifest(student=7), "manifest.json has no fit 'student'"),
    (manifest(student="../ana"), "manifest.json has no fit 'student'"),
    (manifest(student="a/b"), "manifest.json has no fit 'student'"),
    (manifest(student="a\\b"), "manifest.json has no fit 'student'"),
    (manifest(student="C:a"), "manifest.json has no fit 'student'"),
    (manifest(student=".."), "manifest.json has no fit 'student'"),
    (manifest(student="a\nb"), "manifest.json has no fit 'student'"),
    (manifest(student="\ud800"), "manifest.json has no fit 'student'"),
    (manifest(student="a" * 101), "manifest.json has no fit 'student'"),
    (manifest(created=None), "manifest.json has no fit 'created'"),
    (manifest(problems={}), "manifest.json has no fit 'problems'"),
    (manifest(problems=[packing()] * 201), "manifest.json has no fit 'problems'"),
    (manifest("dropout"), "manifest.json: a problem is not an object"),
    (manifest(packing(id="../x")), "manifest.json: a problem has no fit 'id'"),
    (manifest(packing(id=None)), "manifest.json: a problem has no fit 'id'"),
    (manifest(packing(sha256="AB")), "manifest.json: a problem has no fit 'sha256'"),
    (
        manifest(packing(examples_passed=-1)),
        "manifest.json: a problem has no fit 'examples_passed'",
    ),
    (
        manifest(packing(examples_total=2.0)),
        "manifest.json: a problem has no fit 'examples_total'",
    ),
    (
        manifest(packing(file="/etc/passwd")),
        "manifest.json names another file than dropout.py",
    ),
    (manifest(packing(), packing()), "manifest.json names a problem twice"),
]


@pytest.mark.parametrize(("page", "reason"), BROKEN)
def test_a_broken_manifest(handed, gather, statuses, page, reason):
    """Whose the files are is then unknown, so they are not graded, with the reason."""
    if isinstance(page, dict):
        page = json.dumps(page).encode()
    handed(page=page)
    expected = "manifest.json would unpack to 10,485,760 bytes, "
    (said,) = [r[3] for r in gather("me.zip")[0]]
    assert said == reason or (len(page) > MANIFEST_BYTES and said.startswith(expected))
    assert gather("me.zip")[0][0][:3] == ("me", "dropout", "me.zip/dropout.py")
    assert statuses("me.zip") == {"me.zip/dropout.py": "not_graded"}


def test_a_manifest_of_ten_megabytes():
    """A manifest over the cap is not parsed."""
    with pytest.raises(Unreadable, match="larger than 64 KiB"):
        parse(b" " * (MANIFEST_BYTES + 1))


def test_a_broken_manifest_in_an_inbox(handed, put, gather):
    """Without a known file, what others handed in is not graded for this one."""
    put("inbox/s1/dropout.py")
    handed("inbox/s2.zip", b"{}", files={"notes.txt": b""})
    said = "manifest.json has no fit 'format_version'"
    assert gather("inbox") == (
        [
            ("s1", "dropout", "inbox/s1/dropout.py", "x = 1\n"),
            ("s2", "dropout", "inbox/s2.zip", said),
        ],
        [],
    )


def test_a_broken_manifest_and_nothing_else(handed, gather):
    """The reason is told where nothing at all can be graded."""
    handed(page=b"{}", files={})
    with pytest.raises(UsageError, match=r"manifest\.json has no fit 'format_version'"):
        gather("me.zip")


def test_a_manifest_that_is_a_folder(zipped, gather):
    """A folder is no manifest."""
    zipped("me.zip", [("manifest.json/", b""), ("dropout.py", CODE)])
    assert gather("me.zip")[0] == [row("manifest.json is not a file", "me")]


def test_a_damaged_manifest(handed, gather):
    """A manifest that cannot be unpacked is as good as none."""
    path = handed()
    data = path.read_bytes()
    path.write_bytes(data.replace(data[43:60], bytes(17), 1))
    said = gather("me.zip")[0][0][3]
    assert said.startswith("its archive is damaged: ")


def test_a_manifest_comes_back_as_it_was():
    """What is written is what is read."""
    whole = Manifest(
        student="Ana María",
        created="2025-01-31T12:00:00+00:00",
        problems=(
            Packing(
                id="dropout",
                file="dropout.py",
                sha256="0" * 64,
                problem_digest="sha256:1",
                examples_passed=0,
                examples_total=3,
            ),
        ),
    )
    assert parse(json.dumps(whole.to_json()).encode()) == whole


def test_an_unpacked_hand_in_is_a_students_folder(put, gather):
    """Somebody who unpacks the archive into an inbox changes nothing."""
    put("inbox/ana/dropout.py")
    put("inbox/ana/manifest.json", b"{}")
    assert gather(Path("inbox")) == ([row(student="ana", path="inbox/ana")], [])
