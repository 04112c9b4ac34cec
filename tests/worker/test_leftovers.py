"""Folders are removed with whatever is in them."""

import os

import pytest

from grader.worker.leftovers import remove


@pytest.fixture
def folder(tmp_path):
    """Make the folder that is to be removed."""
    made = tmp_path / "work"
    made.mkdir()
    return made


def test_a_folder_that_is_not_there_is_fine(tmp_path):
    """Nothing is to be done where there is nothing."""
    remove(str(tmp_path / "missing"))


def test_an_empty_folder_goes(folder):
    """The usual case."""
    remove(str(folder))
    assert not folder.exists()


def test_files_and_folders_go(folder):
    """Names that occur at several levels do not get in each other's way."""
    for place in (folder, folder / "a", folder / "a" / "a", folder / "b" / "a"):
        place.mkdir(parents=True, exist_ok=True)
        (place / "file").write_text("x")
    remove(str(folder))
    assert not folder.exists()


def test_links_are_not_followed(folder, tmp_path):
    """What a link leads to stays."""
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "file").write_text("x")
    (folder / "link").symlink_to(outside)
    (folder / "gone").symlink_to("nowhere")
    remove(str(folder))
    assert not folder.exists()
    assert (outside / "file").read_text() == "x"


def test_locked_folders_go(folder):
    """Folders without any permission are removed too."""
    inner = folder / "locked"
    inner.mkdir()
    (inner / "file").write_text("x")
    inner.chmod(0)
    folder.chmod(0)
    remove(str(folder))
    assert not folder.exists()


def test_depth_does_not_matter(folder, monkeypatch):
    """Folders deeper than a path may be long, and than Python may recurse."""
    monkeypatch.chdir(folder)
    for _ in range(1200):
        os.mkdir("deeper")  # noqa: PTH102
        os.chdir("deeper")
    monkeypatch.undo()
    remove(str(folder))
    assert not folder.exists()
