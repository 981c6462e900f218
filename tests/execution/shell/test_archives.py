"""Folders, archives and listings as trees; and what is no archive, or a hostile one."""

from __future__ import annotations

import io
import os
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

from asmeant.errors import DataError
from asmeant.execution.shell import Entry, ShellRunner, Tree, archives
from asmeant.execution.shell.archives import read_tree

OLD = 1_600_000_000


def _member(name: str, content: bytes = b"", **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    member = tarfile.TarInfo(name)
    member.size, member.mtime = len(content), OLD
    for field, value in fields.items():
        setattr(member, field, value)
    return member, content


def _tar(path: Path, *members: tuple[tarfile.TarInfo, bytes], mode: str = "w:gz") -> Path:
    with tarfile.open(path, mode) as archive:  # type: ignore[call-overload]
        for member, content in members:
            archive.addfile(member, io.BytesIO(content))
    return path


@pytest.fixture
def tar(tmp_path: Path) -> Path:
    return _tar(
        tmp_path / "tree.tgz",
        _member("./data", type=tarfile.DIRTYPE, mode=0o750),
        _member("./data/a.txt", b"one\n", mode=0o600),
        _member("data/run", b"\0\xff", mode=0o4755),
        _member("data/link", type=tarfile.SYMTYPE, linkname="a.txt"),
        _member("data/hard", type=tarfile.LNKTYPE, linkname="./data/a.txt"),
        _member("data/pipe", type=tarfile.FIFOTYPE, mode=0o644),
    )


def _found(tree: Tree) -> dict[str, Entry]:
    return {entry.path: entry for entry in tree.entries}


def test_a_tar_keeps_modes_times_and_links(tar: Path) -> None:
    found = _found(read_tree(tar))
    assert found["/data"] == Entry("/data", "directory", 0o750, OLD)
    assert found["/data/a.txt"] == Entry("/data/a.txt", "file", 0o600, OLD, b"one\n")
    assert found["/data/run"] == Entry("/data/run", "file", 0o4755, OLD, b"\0\xff")
    assert (found["/data/link"].kind, found["/data/link"].target) == ("link", "a.txt")
    assert (found["/data/hard"].kind, found["/data/hard"].target) == ("hard link", "/data/a.txt")
    assert found["/data/pipe"].kind == "pipe"
    assert read_tree(tar).working_directory == "/"


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux has namespaces")
def test_a_command_finds_what_is_in_the_archive(tar: Path) -> None:
    runner = ShellRunner()
    seen = runner.run("stat -c '%n %F %a %h %Y' data data/*; cat data/link; pwd", read_tree(tar))
    runner.close()
    assert seen.stdout == (
        f"data directory 750 2 {OLD}\n"
        f"data/a.txt regular file 600 2 {OLD}\n"
        f"data/hard regular file 600 2 {OLD}\n"
        f"data/link symbolic link 777 1 {OLD}\n"
        f"data/pipe fifo 644 1 {OLD}\n"
        f"data/run regular file 4755 1 {OLD}\n"
        "one\n/\n"
    )


def test_a_zip(tmp_path: Path) -> None:
    path = tmp_path / "tree.zip"
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr("srv/", "")
        plain = zipfile.ZipInfo("srv/a.txt", (2020, 9, 13, 12, 26, 40))
        archive.writestr(plain, "one\n")
        link = zipfile.ZipInfo("srv/link")
        link.external_attr = 0o120777 << 16
        archive.writestr(link, "a.txt")
    found = _found(read_tree(path))
    assert found["/srv/a.txt"] == Entry("/srv/a.txt", "file", 0o600, OLD, b"one\n")
    assert found["/srv"].kind == "directory"
    assert (found["/srv/link"].kind, found["/srv/link"].target, found["/srv/link"].content) == (
        "link",
        "a.txt",
        b"",
    )


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "srv").mkdir()
    (tmp_path / "srv" / "a.txt").write_text("one\n")
    (tmp_path / "srv" / "a.txt").chmod(0o640)
    (tmp_path / "srv" / "link").symlink_to("/nowhere")
    os.utime(tmp_path / "srv" / "a.txt", (OLD, OLD))
    found = _found(read_tree(tmp_path, "/srv"))
    assert found["/srv/a.txt"] == Entry("/srv/a.txt", "file", 0o640, OLD, b"one\n")
    assert (found["/srv/link"].kind, found["/srv/link"].target) == ("link", "/nowhere")


def test_a_listing(tmp_path: Path) -> None:
    path = tmp_path / "tree.jsonl"
    path.write_text(
        '{"path": "/srv/a.txt", "text": "ñ\\n", "mode": "600", "time": 1600000000}\n\n'
        '{"path": "srv/b", "content": "AP8="}\n{"path": "/srv/l", "kind": "link", "target": "b"}\n'
        '{"path": "/srv/empty", "kind": "directory"}\n',
        encoding="utf-8",
    )
    found = _found(read_tree(path))
    assert found["/srv/a.txt"] == Entry("/srv/a.txt", "file", 0o600, OLD, "ñ\n".encode())
    assert (found["/srv/b"].content, found["/srv/b"].mode) == (b"\0\xff", 0o644)
    assert (found["/srv/l"].target, found["/srv/empty"].mode) == ("b", 0o755)


def test_a_listing_says_to_whom_a_file_belongs(tmp_path: Path) -> None:
    path = tmp_path / "tree.jsonl"
    path.write_text('{"path": "/srv/a", "owner": 1001, "group": 1100}\n')
    entry = _found(read_tree(path))["/srv/a"]
    assert (entry.owner, entry.group) == (1001, 1100)
    path.write_text('{"path": "/srv/a", "owner": 70000}\n')
    with pytest.raises(DataError, match=r"line 1: Expected `int` .* at `\$.owner`"):
        read_tree(path)


HOSTILE = [
    ("climbs out", _member("../../etc/passwd"), "cannot be a path"),
    ("a device", _member("srv/disk", type=tarfile.BLKTYPE), "is a device"),
    ("among tools", _member("/usr/bin/ls"), "is the machine's own"),
    ("a link to the machine's files", _member("x", type=tarfile.LNKTYPE, linkname="/etc/shadow"), "no file of the tree"),
]  # fmt: skip


@pytest.mark.parametrize(("member", "fault"), [row[1:] for row in HOSTILE], ids=[row[0] for row in HOSTILE])
def test_hostile_archives_are_refused(
    tmp_path: Path, member: tuple[tarfile.TarInfo, bytes], fault: str
) -> None:
    with pytest.raises(DataError, match=fault):
        read_tree(_tar(tmp_path / "bad.tar", member, mode="w"))


def test_files_through_a_link_are_refused(tmp_path: Path) -> None:
    link = _member("srv/out", type=tarfile.SYMTYPE, linkname="/")
    with pytest.raises(DataError, match="is a link, not a folder"):
        read_tree(_tar(tmp_path / "bad.tar", link, _member("srv/out/etc/cron.d/x"), mode="w"))


def test_bombs_are_refused_before_they_are_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archives, "MOST_BYTES", 1000)
    bomb = b"0" * 100_000
    path = tmp_path / "bomb.zip"
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("srv/a", bomb)
    (tmp_path / "folder").mkdir()
    (tmp_path / "folder" / "a").write_bytes(bomb)
    for bad in (path, _tar(tmp_path / "bomb.tgz", _member("a", bomb)), tmp_path / "folder"):
        with pytest.raises(DataError, match="this one has more"):
            read_tree(bad)


BROKEN = [
    ("tree.tgz", b"\x1f\x8bnot gzip", "cannot be read"),
    ("tree.tar", b"not a tar", "cannot be read"),
    ("tree.zip", b"PK\x05\x06" + b"\0" * 5, "cannot be read"),
    ("tree.jsonl", b'{"path": 1}', "line 1: Expected `str`, got `int`"),
    ("tree.jsonl", b'{"path": "a", "modes": "1"}', "line 1: Object contains unknown field"),
    ("tree.jsonl", b'{"path": "a", "mode": "rw"}', "line 1: invalid literal"),
    ("tree.jsonl", b"\xff", "line 1: "),
]


@pytest.mark.parametrize(("name", "content", "fault"), BROKEN)
def test_broken_files_say_what_is_wrong(tmp_path: Path, name: str, content: bytes, fault: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(DataError, match=fault):
        read_tree(tmp_path / name)


def test_a_missing_tree_is_told(tmp_path: Path) -> None:
    with pytest.raises(DataError, match=r"none.tgz cannot be read: No such file or directory"):
        read_tree(tmp_path / "none.tgz")


def test_a_folder_that_cannot_be_read_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "a").write_text("x")

    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    monkeypatch.setattr(Path, "read_bytes", refuse)
    with pytest.raises(DataError, match="a cannot be read: Permission denied"):
        read_tree(tmp_path)
