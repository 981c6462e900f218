from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from asmeant.files import is_disk_full, replacing, sync_file, sync_folder, write_whole


def test_a_file_is_replaced_as_a_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_whole(path, b"old")
    write_whole(path, b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]


@pytest.mark.parametrize("error", [ValueError, KeyboardInterrupt])
def test_an_error_leaves_the_old_file(tmp_path: Path, error: type[BaseException]) -> None:
    path = tmp_path / "a.json"
    write_whole(path, b"old")

    def fail() -> None:
        with replacing(path) as file:
            file.write(b"half")
            raise error

    with pytest.raises(error):
        fail()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_full_disk_is_told_from_other_errors() -> None:
    assert is_disk_full(OSError(errno.ENOSPC, "full"))
    assert is_disk_full(OSError(errno.EDQUOT, "quota"))
    assert not is_disk_full(OSError(errno.EACCES, "no"))


def test_a_file_is_safe_before_it_takes_the_place_of_the_old_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.json"
    write_whole(path, b"old")
    contents: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda _: contents.append(path.read_bytes()))
    write_whole(path, b"cache", durable=False)
    assert contents == []
    write_whole(path, b"new")
    assert contents == [b"cache", b"new"]  # the file itself, then the folder


def test_files_and_folders_can_be_made_safe(tmp_path: Path) -> None:
    (tmp_path / "a").write_bytes(b"x")
    sync_file(tmp_path / "a")
    sync_folder(tmp_path)
    with pytest.raises(FileNotFoundError):
        sync_file(tmp_path / "b")
