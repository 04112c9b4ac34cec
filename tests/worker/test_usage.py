"""How much is in a folder."""

from grader.worker.usage import exceeds


def test_bytes_of_all_files_count(tmp_path):
    """Those in folders below too; a hole in a file is nothing."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "a").write_bytes(bytes(60_000))
    (tmp_path / "deep" / "b").write_bytes(bytes(60_000))
    with (tmp_path / "hole").open("wb") as file:
        file.truncate(1 << 30)
    assert not exceeds(200_000, str(tmp_path))
    assert exceeds(100_000, str(tmp_path))


def test_so_do_names(tmp_path):
    """Empty files, folders and links take room as well."""
    for number in range(800):
        (tmp_path / f"folder{number}").mkdir()
        (tmp_path / f"link{number}").symlink_to("/")
        (tmp_path / f"file{number}").touch()
        if number == 600:
            assert not exceeds(1 << 40, str(tmp_path))
    assert exceeds(1 << 40, str(tmp_path))


def test_what_goes_away_meanwhile_is_nothing(tmp_path):
    """A folder that is not there is empty, and links are not followed."""
    (tmp_path / "root").symlink_to("/")
    assert not exceeds(1 << 20, str(tmp_path))
    assert not exceeds(0, str(tmp_path / "gone"))
