"""Scratch folders go with their command, however it ends."""

import os
import time

import pytest

from grader.sandbox.scratch import make


@pytest.fixture
def age():
    """Return what makes a folder an hour old."""
    return lambda path: os.utime(path, (time.time() - 3600,) * 2)


def test_a_folder_is_removed_with_all_that_is_in_it(tmp_path):
    """What made it removes it."""
    scratch = make(tmp_path)
    (scratch.path / "deep" / "er").mkdir(parents=True)
    scratch.remove()
    assert [*tmp_path.iterdir()] == []


def test_what_a_killed_command_has_left_is_removed_by_the_next(tmp_path, age):
    """Its lock went with it; the folder of a command that lives is locked."""
    lost, kept = make(tmp_path), make(tmp_path)
    os.close(lost.lock)  # as the system does for a process that dies
    for each in (lost, kept):
        (each.path / "file").write_text("x", "utf-8")
        age(each.path)
    new = make(tmp_path)
    assert {*tmp_path.iterdir()} == {kept.path, new.path}
    for each in (kept, new):
        each.remove()


def test_a_young_folder_and_those_of_others_are_left(tmp_path, age):
    """One that was just made may not be locked yet; a link is not followed."""
    young = make(tmp_path)
    os.close(young.lock)
    elsewhere = tmp_path / "elsewhere"
    (elsewhere / "file").mkdir(parents=True)
    (tmp_path / "grader-scratch-link").symlink_to(elsewhere)
    (tmp_path / "grader-other").mkdir()
    for name in ("grader-other", "elsewhere"):
        age(tmp_path / name)
    make(tmp_path).remove()
    assert young.path.exists()
    assert (elsewhere / "file").exists()
    assert (tmp_path / "grader-other").exists()
